// Named dimensions of a workload: `dims: {b: [1, 8], s: {histogram: FILE, column: tokens}, tokens: b*s}`.
#pragma once

#include "core/config/map_reader.hpp"
#include "core/workload/combinations.hpp"

namespace mikpoly {

/// All combinations of the map's dimensions; equal values of one are one, with their counts added.
/// Returns: the names without a combination after an error: an unknown name, formulas in a cycle, a formula without a
///          value, or more than kMaxWorkloadItems combinations.
Combinations read_dims(const YamlValue& value, Diagnostics& diagnostics);

}  // namespace mikpoly
