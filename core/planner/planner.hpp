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

/// Plans of multi-cut patterns that `makespan` looks at closely, per pattern: the ones with the least work.
inline constexpr std::size_t kReranked = 8;

class Planner {
 public:
  virtual ~Planner() = default;

  /// The cheapest plan over the given patterns; empty when the shape has no output.
  ///
  /// Exact for additive models on I-III, within 0.5 % beyond; makespan is exact on I-III and takes the best of the
  /// kReranked plans with the least work per pattern beyond.
  /// Cost: microseconds; thread-safe; the inner loop allocates nothing.
  [[nodiscard]] virtual Plan plan(const GemmShape& shape) const = 0;
};

/// A planner for one cost model of the table. Accelerator and library must outlive it.
/// Errors: ConfigError for an unknown model or pattern, or a library of no or more than 1024 kernels.
std::unique_ptr<Planner> make_planner(std::string_view cost_model, const Accelerator& accelerator,
                                      const KernelLibrary& library, const std::vector<std::string>& pattern_names);

/// The plan that a filling stands for.
Plan plan_of(const GemmShape& shape, std::string_view pattern, const Filling& filling);

}  // namespace mikpoly
