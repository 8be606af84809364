// The candidate plans of a shape, for a cost model that no table lists.
//
// All candidates of patterns with at most one cut (I to III); of each other pattern the kCheapestFew with the least
// work, as ORACLE looks at them; last, what every cost model of the table would choose, so that a model that agrees
// with one of them finds its plan.
#pragma once

#include <memory>
#include <vector>

#include "core/pattern/pattern.hpp"
#include "core/planner/plan_table.hpp"
#include "core/planner/planner.hpp"
#include "core/planner/region_costs.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {

class CandidateList {
 public:
  /// What the context refers to must outlive the list; its judge is not used.
  /// Errors: as make_planner().
  explicit CandidateList(const SelectorContext& context);

  /// Fewer regions first, then larger leading tiles; `predicted` is Eq. 2. A shape without output has one, the empty
  /// plan.
  /// Errors: ShapeError as Planner::plan().
  /// Cost: some ten thousand plans where a library has 40 kernels; a few hundred nanoseconds each.
  [[nodiscard]] PlanTable of(const GemmShape& shape) const;

 private:
  void add_cuts(const GemmShape& shape, PlanTable& table) const;
  void add(Plan plan, PlanTable& table) const;

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  std::vector<const PolymerizationPattern*> patterns_;
  std::vector<std::unique_ptr<Planner>> models_;
  std::unique_ptr<CostModel> equation_2_;
  TileClasses classes_;
};

}  // namespace mikpoly
