// Values of a dimension out of a file: `{histogram: FILE, column: tokens}` and `{trace: FILE, column: input_length}`.
//
// A histogram's values have the count that stands beside them (column `count`, or the one that `counts` names), a
// trace's the number of its rows. `where: {dataset: mrpc_pairs}` keeps some rows; `draw: 500, seed: 7` draws so many
// values in proportion to their counts instead. Requests that failed are left out of a trace whose format is known.
#pragma once

#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/use.hpp"

namespace mikpoly {

/// The values of a map with the key `histogram`, ascending; drawn ones in the order in which they are drawn.
/// Returns: empty after an error.
std::vector<WeightedValue> read_histogram(MapReader& map);

/// The same of a map with the key `trace`.
std::vector<WeightedValue> read_trace_column(MapReader& map);

}  // namespace mikpoly
