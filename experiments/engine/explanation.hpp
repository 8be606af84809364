// Why a selector chose a plan: the plan and its rivals, term by term, and what would flip the choice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

/// A plan, what it costs and what the simulated machine makes of it.
struct PlanAccount {
  std::string chosen_by;        ///< e.g. "mikpoly with pattern II"
  Plan plan;                    ///< no regions when the shape has no output
  Picoseconds cost;             ///< by the objective
  std::vector<CostTerm> terms;  ///< of the objective's model; their names say how they combine
  Picoseconds equation_2;
  Picoseconds makespan;
  sim::SimulationReport report;
};

/// What a selector minimises.
struct Objective {
  std::string name;         ///< a cost model, or "simulated time" for selectors that judge
  std::string terms_from;   ///< the cost model that gives the terms
  std::string unit = "us";  ///< "us", or what a count of the model means, e.g. "waves"
};

/// A term of one plan that alone could turn the choice round.
struct Flip {
  bool of_chosen = true;  ///< else of the runner-up
  std::string term;
  double factor = 1.0;  ///< what the term would have to be multiplied by
};

struct Explanation {
  Objective objective;
  std::vector<std::string> patterns;  ///< among which the selector chose: of one that gives all one kernel, I alone
  PlanAccount chosen;
  /// Cheapest first: the best plan of every other pattern and the picks of the other selectors. Plans that only cut the
  /// same tasks another way are left out.
  std::vector<PlanAccount> rivals;
  std::vector<Flip> flips;  ///< against the first rival; empty when the terms do not add up to the costs
};

/// Errors: ConfigError for an unknown selector.
Explanation explain(const Workbench& bench, const GemmShape& shape, const std::string& selector,
                    const std::vector<std::string>& patterns);

/// The factors that make `chosen` and `rival` cost the same, one term at a time; terms that cannot are left out.
std::vector<Flip> flips_between(const PlanAccount& chosen, const PlanAccount& rival);

}  // namespace mikpoly::lab
