#include "core/planner/candidate_list.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/cost/cost_models.hpp"
#include "core/planner/candidates.hpp"

namespace mikpoly {
namespace {

/// Takes every candidate, whatever it costs.
template <typename Take>
struct Everything {
  Take take;

  [[nodiscard]] Cost bound() const { return kNoCost; }
  [[nodiscard]] bool useless(std::int64_t /*kernel*/) const { return false; }
  void visit(const Filling& filling) { take(filling); }
};

RegionCosts work_of(const TileClasses& classes, const KernelLibrary& library, const GemmShape& shape,
                    const std::optional<TrimmedTimes>& trimmed) {
  if (trimmed) return {classes, shape, Charge::work, {}, *trimmed};
  return {classes, shape, Charge::work, [&](std::int64_t kernel) {
            return times_of(library.kernels[static_cast<std::size_t>(kernel)], shape.k).interval.count;
          }};
}

}  // namespace

CandidateList::CandidateList(const SelectorContext& context)
    : accelerator_(context.accelerator),
      library_(context.library),
      equation_2_(cost_models().find("mikpoly")(context.accelerator, context.library)) {
  for (const std::string& model : cost_models().names()) {
    models_.push_back(make_planner(model, accelerator_, library_, context.patterns));
  }
  for (const std::string& name : context.patterns) patterns_.push_back(&find_pattern(name));
  std::ranges::stable_sort(patterns_, {}, [](const auto* pattern) { return pattern->region_count(); });
  classes_ = tile_classes(accelerator_, library_, false);
}

PlanTable CandidateList::of(const GemmShape& shape) const {
  PlanTable table;
  if (!shape.empty()) add_cuts(shape, table);
  for (const auto& model : models_) {
    add(model->plan(shape), table);
    if (shape.empty()) break;
  }
  return table;
}

void CandidateList::add_cuts(const GemmShape& shape, PlanTable& table) const {
  std::optional<TrimmedTimes> trimmed;
  if (library_.trimmed()) trimmed.emplace(library_, shape.k);
  const RegionCosts work = work_of(classes_, library_, shape, trimmed);
  for (const PolymerizationPattern* pattern : patterns_) {
    const auto take = [&](const Filling& filling) { add(plan_of(shape, pattern->name, filling), table); };
    const PatternNode& root = pattern->node(pattern->root);
    if (root.regions <= 2) {
      Everything<decltype(take)> visitor{take};
      visit_single_cut(work, shape, root, visitor);
      continue;
    }
    std::array<Filling, kCheapestFew> few;
    const std::size_t count = CutSearch(work, *pattern).cheapest_few({{0, shape.m}, {0, shape.n}}, kNoCost, few);
    std::for_each_n(few.begin(), count, take);
  }
}

void CandidateList::add(Plan plan, PlanTable& table) const {
  plan.predicted = equation_2_->cost(plan);
  table.add(plan);
}

}  // namespace mikpoly
