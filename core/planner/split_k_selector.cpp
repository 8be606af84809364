// The plan of `makespan`, or one tile with k split over tasks where that is cheaper: shapes of few tiles and long k.
#include <array>
#include <memory>
#include <utility>

#include "core/cost/cost_models.hpp"
#include "core/planner/fixed_tile.hpp"
#include "core/planner/planned.hpp"
#include "core/planner/planner.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

constexpr std::array<std::int64_t, 7> kParts{2, 3, 4, 6, 8, 12, 16};

class SplitK final : public Selector {
 public:
  explicit SplitK(const SelectorContext& context)
      : accelerator_(context.accelerator),
        library_(context.library),
        unsplit_(make_planned("makespan", context)),
        model_(cost_models().find("makespan")(context.accelerator, context.library)) {}

  Selection select(const GemmShape& shape) const override {
    Selection best = unsplit_->select(shape);
    if (shape.empty()) return best;
    best.plan.predicted = model_->cost(best.plan);
    for (std::size_t kernel = 0; kernel < library_.kernels.size(); ++kernel) {
      const MicroKernel& candidate = library_.kernels[kernel];
      const Region whole{{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}};
      // Tiles that fill the machine gain nothing.
      if (task_count(whole, candidate.tile) >= accelerator_.pe.count * candidate.resources.occupancy) continue;
      for (const std::int64_t parts : kParts) {
        if (parts > candidate.steps(shape.k)) break;
        Plan plan = single_tile_plan(shape, static_cast<std::int64_t>(kernel), parts);
        plan.predicted = model_->cost(plan);
        if (plan.predicted < best.plan.predicted) best.plan = plan;
      }
    }
    return best;
  }

 private:
  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  std::unique_ptr<Selector> unsplit_;
  std::unique_ptr<CostModel> model_;
};

}  // namespace

// Kernels that trim their edges run in an engine that splits k by regions: their plans stay as they are.
std::unique_ptr<Selector> make_split_k(const SelectorContext& context) {
  if (context.library.trimmed()) return make_planned("makespan", context);
  return std::make_unique<SplitK>(context);
}

}  // namespace mikpoly
