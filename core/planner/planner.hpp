// S2: from a shape known only now to the cheapest plan by a cost model.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/cost/cost_model.hpp"
#include "core/cost/makespan.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/cut_search.hpp"

namespace mikpoly {

/// Plans of multi-cut patterns that `makespan` looks at closely, per pattern.
inline constexpr std::size_t kReranked = 8;

class Planner {
 public:
  virtual ~Planner() = default;

  /// The cheapest plan over the given patterns; empty when the shape has no output.
  ///
  /// Exact for additive models on I-III, within 1 % beyond; makespan is exact on I-III; beyond, it takes the best of
  /// kReranked plans per pattern: of each leading tile the plan with the least work, the least ones of these.
  /// Errors: ShapeError when the shape takes longer than kLongestTime (13 days).
  /// Cost: microseconds; thread-safe; allocates nothing.
  [[nodiscard]] virtual Plan plan(const GemmShape& shape) const = 0;
};

/// A planner for one cost model of the table. Accelerator and library must outlive it.
/// Errors: ConfigError for an unknown model or pattern, or a library of no or more than 1024 kernels.
std::unique_ptr<Planner> make_planner(std::string_view cost_model, const Accelerator& accelerator,
                                      const KernelLibrary& library, const std::vector<std::string>& pattern_names);

/// Refuses a time that is no longer told apart from longer ones.
/// Errors: ShapeError when `time` has reached kLongestTime.
void refuse_endless(const GemmShape& shape, Picoseconds time, const std::string& machine);

/// The plan that a filling stands for.
Plan plan_of(const GemmShape& shape, std::string_view pattern, const Filling& filling);

}  // namespace mikpoly
