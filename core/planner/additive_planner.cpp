#include "core/planner/additive_planner.hpp"

#include <algorithm>
#include <utility>

#include "core/cost/additive.hpp"
#include "core/planner/trimmed_times.hpp"

namespace mikpoly {
namespace {

class AdditivePlanner final : public Planner {
 public:
  AdditivePlanner(AdditiveForm form, const Accelerator& accelerator, const KernelLibrary& library,
                  std::vector<const PolymerizationPattern*> chosen)
      : form_(form),
        library_(library),
        classes_(tile_classes(accelerator, library, !library.trimmed())),
        machine_(accelerator.name),
        chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    if (!library_.trimmed()) {
      return cheapest(shape, {classes_, shape, charge(), [&](std::int64_t kernel) { return unit(kernel, shape.k); }});
    }
    const TrimmedTimes times(library_, shape.k);
    return cheapest(shape, {classes_, shape, charge(), form_, times});
  }

 private:
  Plan cheapest(const GemmShape& shape, const RegionCosts& costs) const {
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
    plan.predicted = predicted(best.cost);
    refuse_endless(shape, plan.predicted, machine_);
    return plan;
  }

  [[nodiscard]] Charge charge() const {
    if (form_.ties_by_pipe) return Charge::waves_then_unit;
    return form_.waves ? Charge::waves : Charge::once;
  }

  Cost unit(std::int64_t index, std::int64_t k) const {
    const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(index)];
    if (!form_.ties_by_pipe) return wave_cost(kernel, k, form_).count;
    return tie_unit(kernel.time.latency(kernel.steps(k)));
  }

  [[nodiscard]] Picoseconds predicted(Cost cost) const { return {form_.ties_by_pipe ? cost / kWave : cost}; }

  // No pattern of the set has a cut inside this shape (one tile covers it): run it whole.
  Plan fallback(const GemmShape& shape, const RegionCosts& costs) const {
    Filling filling;
    const RegionCosts::Choice choice = costs.best(shape.m, shape.n);
    filling.count = 1;
    filling.parts[0] = {{{0, shape.m}, {0, shape.n}}, costs.tile(choice.tile).kernel};
    Plan plan = plan_of(shape, "I", filling);
    plan.predicted = predicted(choice.cost);
    return plan;
  }

  AdditiveForm form_;
  const KernelLibrary& library_;
  TileClasses classes_;
  std::string machine_;
  std::vector<const PolymerizationPattern*> chosen_;
};

}  // namespace

std::unique_ptr<Planner> make_additive_planner(AdditiveForm form, const Accelerator& accelerator,
                                               const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen) {
  return std::make_unique<AdditivePlanner>(form, accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
