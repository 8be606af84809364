// The values of an extent or a named dimension:
//
//   105                 1..4096          1..4096:256          [1, 8, 64..128:64]
//   {value: 8, weight: 3}, {value: 16, count: 2}                       also inside a list
//   {log_uniform: [128, 8192], count: 20, seed: 7}                     as uniform; zipf takes an exponent too
//   {histogram: FILE, column: tokens}, {trace: FILE, column: C}        value_tables.hpp
//   b*s                 a formula over named dimensions, formula.hpp; not among the values of a dimension
#pragma once

#include <string>
#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/shape_rule.hpp"

namespace mikpoly {

struct ReadExtent {
  Extent extent;
  std::vector<YamlValue> places;  ///< of each formula
};

/// Formulas may use `names`.
/// Returns: no term after an error.
ReadExtent read_extent(const YamlValue& value, const std::vector<std::string>& names, Diagnostics& diagnostics);

/// The values of a dimension; a formula is an error.
/// Returns: empty after an error.
std::vector<WeightedValue> read_values(const YamlValue& value, Diagnostics& diagnostics);

/// How a formula is written, as far as a pattern tells it.
ScalarForm formula_form();

/// Whether the value is a scalar that is meant as a formula and not as a number or a range.
bool is_formula(const YamlValue& value);

/// Reads a formula; its faults go to the diagnostics, where they stand in the text.
Formula read_formula(const YamlValue& value, const std::vector<std::string>& names, Diagnostics& diagnostics);

/// Adds what is wrong with a formula at its place.
void report_fault(const YamlValue& formula, const FormulaFault& fault, Diagnostics& diagnostics);

/// The keys `weight`, a number in 0..kMaxWeight, and `count`.
Use read_use(MapReader& map);
double read_weight(const YamlValue& value, Diagnostics& diagnostics);

}  // namespace mikpoly
