#include "core/planner/additive_planner.hpp"

#include <utility>

#include "core/cost/additive.hpp"

namespace mikpoly {
namespace {

class AdditivePlanner final : public Planner {
 public:
  AdditivePlanner(AdditiveForm form, const Accelerator& accelerator, const KernelLibrary& library,
                  std::vector<const PolymerizationPattern*> chosen)
      : form_(form),
        library_(library),
        classes_(tile_classes(accelerator, library, true)),
        chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    const RegionCosts costs(classes_, shape, form_.waves ? Charge::waves : Charge::once,
                            [&](std::int64_t kernel) { return unit(kernel, shape.k); });
    const Rect whole{{0, shape.m}, {0, shape.n}};
    Filling best;
    std::string_view pattern;
    for (const PolymerizationPattern* each : chosen_) {
      const Cost bound = best.cost;
      if (costs.lower_bound(each->region_count(), shape.m, shape.n) >= bound) continue;
      const Filling filling = CutSearch(costs, *each).cheapest(whole, bound);
      if (filling.cost >= bound) continue;
      best = filling;
      pattern = each->name;
    }
    if (best.count == 0) return fallback(shape, costs);
    Plan plan = plan_of(shape, pattern, best);
    plan.predicted = {form_.ties_by_pipe ? best.cost >> kTieBits : best.cost};
    return plan;
  }

 private:
  // Ties by f_pipe: waves in the upper bits, f_pipe (in 16 ns, at most 2^26 of them) in the lower.
  static constexpr int kTieBits = 26;

  Cost unit(std::int64_t index, std::int64_t k) const {
    const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(index)];
    const Cost cost = wave_cost(kernel, k, form_).count;
    if (!form_.ties_by_pipe) return cost;
    const Cost pipe = kernel.time.latency(kernel.steps(k)).count >> 14;
    return (cost << kTieBits) + std::min(pipe, (Cost{1} << kTieBits) - 1);
  }

  // No pattern of the set has a cut inside this shape (one tile covers it): run it whole.
  Plan fallback(const GemmShape& shape, const RegionCosts& costs) const {
    Filling filling;
    const RegionCosts::Choice choice = costs.best(shape.m, shape.n);
    filling.count = 1;
    filling.parts[0] = {{{0, shape.m}, {0, shape.n}}, costs.tile(choice.tile).kernel};
    Plan plan = plan_of(shape, "I", filling);
    plan.predicted = {choice.cost};
    return plan;
  }

  AdditiveForm form_;
  const KernelLibrary& library_;
  TileClasses classes_;
  std::vector<const PolymerizationPattern*> chosen_;
};

}  // namespace

std::unique_ptr<Planner> make_additive_planner(AdditiveForm form, const Accelerator& accelerator,
                                               const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen) {
  return std::make_unique<AdditivePlanner>(form, accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
