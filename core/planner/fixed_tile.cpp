// Baselines that never look at the shape.
#include "core/planner/fixed_tile.hpp"

#include <cmath>

#include "core/planner/planner.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

class FixedTile final : public Selector {
 public:
  explicit FixedTile(std::int64_t kernel) : kernel_(kernel) {}

  Selection select(const GemmShape& shape) const override { return {.plan = single_tile_plan(shape, kernel_)}; }

 private:
  std::int64_t kernel_;
};

double log_distance(const TileShape& a, const TileShape& b) {
  const auto part = [](std::int64_t x, std::int64_t y) {
    return std::abs(std::log2(static_cast<double>(x) / static_cast<double>(y)));
  };
  return part(a.m, b.m) + part(a.n, b.n) + part(a.k, b.k);
}

}  // namespace

Plan single_tile_plan(const GemmShape& shape, std::int64_t kernel, std::int64_t k_parts) {
  Plan plan = plan_of(shape, "I", {});
  if (!shape.empty()) plan.add({{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}}, kernel, k_parts);
  return plan;
}

std::int64_t standard_kernel(const Accelerator& accelerator, const KernelLibrary& library) {
  std::int64_t nearest = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < library.kernels.size(); ++i) {
    const double distance = log_distance(library.kernels[i].tile, accelerator.tiles.standard);
    if (distance < least) {
      least = distance;
      nearest = static_cast<std::int64_t>(i);
    }
  }
  return nearest;
}

// The library's kernel nearest to the hardware file's standard tile.
std::unique_ptr<Selector> make_default_tile(const SelectorContext& context) {
  return std::make_unique<FixedTile>(standard_kernel(context.accelerator, context.library));
}

// The kernel that S1 ranked first.
std::unique_ptr<Selector> make_first_ranked(const SelectorContext&) {
  return std::make_unique<FixedTile>(0);
}

}  // namespace mikpoly
