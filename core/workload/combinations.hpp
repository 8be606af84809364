// Named dimensions with their values, and every combination of them with how often it is used.
//
// A dimension has values, or a formula over the others: {b: [1, 8], s: 128, tokens: b*s} are two combinations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/workload/formula.hpp"
#include "core/workload/use.hpp"

namespace mikpoly {

struct NamedDim {
  std::string name;
  std::vector<WeightedValue> values;  ///< empty with a formula
  std::optional<Formula> formula;     ///< over all dimensions of the list, in its order
};

/// Rows of values, one for each name.
struct Combinations {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;  ///< of each combination one after the other
  std::vector<Use> uses;             ///< one for each combination

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(uses.size()); }
  [[nodiscard]] std::span<const std::int64_t> of(std::int64_t index) const {
    return std::span(values).subspan(static_cast<std::size_t>(index) * names.size(), names.size());
  }
  /// The fault of a formula at one combination, with `at b = 2, s = 5, ` of what the formula uses before it.
  [[nodiscard]] FormulaFault placed(const FormulaFault& fault, std::int64_t index, const Formula& formula) const;
};

/// What is wrong with one dimension.
struct DimFault {
  std::int64_t dim = 0;
  FormulaFault fault;
};

/// Dimensions in an order in which every formula follows what it uses.
struct DimOrder {
  std::vector<std::int64_t> order;
  std::vector<DimFault> cycles;  ///< `runs in a cycle: a -> b -> a`, each cycle once
};
DimOrder order_of(const std::vector<NamedDim>& dims);

/// The product of all numbers of values, as a double: it may pass 2^63.
double combination_count(const std::vector<NamedDim>& dims);

/// Every combination, the first dimension slowest; counts and weights multiply. The first fault of each formula is
/// added to `faults`.
/// Errors: ConfigError when a count passes 2^62.
Combinations combine(const std::vector<NamedDim>& dims, const std::vector<std::int64_t>& order,
                     std::vector<DimFault>& faults);

}  // namespace mikpoly
