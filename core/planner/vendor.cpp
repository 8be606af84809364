// What a vendor's library would do, as far as its tiles say: one tile for the whole output, k split or not, by the
// judge.
#include <limits>

#include "core/base/error.hpp"
#include "core/planner/fixed_tile.hpp"
#include "core/planner/planner.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

class Vendor final : public Selector {
 public:
  explicit Vendor(const SelectorContext& context)
      : library_(context.library), k_parts_(context.accelerator.vendor.k_parts), judge_(*context.judge) {}

  Selection select(const GemmShape& shape) const override {
    Selection best{.plan = plan_of(shape, "I", {})};
    if (shape.empty()) return best;
    Picoseconds least{std::numeric_limits<std::int64_t>::max()};
    for (std::size_t kernel = 0; kernel < library_.kernels.size(); ++kernel) {
      for (const std::int64_t parts : k_parts_) {
        if (parts > library_.kernels[kernel].steps(shape.k)) continue;
        Plan plan = single_tile_plan(shape, static_cast<std::int64_t>(kernel), parts);
        plan.predicted = judge_.judge(plan).median;
        if (plan.predicted >= least) continue;
        least = plan.predicted;
        best.plan = plan;
      }
    }
    return best;
  }

 private:
  const KernelLibrary& library_;
  std::vector<std::int64_t> k_parts_;
  const PlanJudge& judge_;
};

}  // namespace

// Over a library of vendor_kernels().
std::unique_ptr<Selector> make_vendor(const SelectorContext& context) {
  ensure(context.judge != nullptr, "the selector vendor judges plans");
  return std::make_unique<Vendor>(context);
}

}  // namespace mikpoly
