// One entry of a workload: its extents as values and formulas, worked out over combinations of named dimensions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/workload/combinations.hpp"
#include "core/workload/formula.hpp"
#include "core/workload/use.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// One value of an extent: a number, or one of the extent's formulas.
struct ExtentTerm {
  WeightedValue number;
  std::int64_t formula = -1;  ///< position in the extent's formulas; -1: the number
};

struct Extent {
  std::vector<ExtentTerm> terms;
  std::vector<Formula> formulas;  ///< over the names of the combinations
};

struct ShapeRule {
  std::array<Extent, 4> extents;  ///< m, n, k, batch

  [[nodiscard]] bool has_formula() const;
  /// Whether a formula uses one of these positions.
  [[nodiscard]] bool uses(std::int64_t position) const;
  /// Shapes for one combination, as a double: they may pass 2^63.
  [[nodiscard]] double size() const;
};

/// What is wrong with a formula of a rule.
struct RuleFault {
  std::size_t extent = 0;
  std::int64_t formula = 0;
  FormulaFault fault;
};

/// Most shapes that are worked out for one rule before equal ones are merged.
inline constexpr std::int64_t kMaxRuleShapes = 10'000'000;

/// The cross product of the extents, m slowest and batch fastest, a shape for each. The rule has no formula.
/// Errors: ShapeError for a shape past the limits, ConfigError for a count that passes 2^62.
void add_product(const ShapeRule& rule, const WorkloadEntry& entry, WorkloadItems& items);

/// That product for every combination; equal shapes are one, their uses added, in the order in which they come first.
/// Without `empty`, shapes without an output are left out.
/// Returns: the first fault of each formula; then nothing was added.
/// Errors: as above; ConfigError when the items pass kMaxWorkloadItems.
std::vector<RuleFault> add_combined(const ShapeRule& rule, const Combinations& combinations, const WorkloadEntry& entry,
                                    bool empty, WorkloadItems& items);

}  // namespace mikpoly
