// What stands in a run folder once all points are there: results.csv, and run.json with its hash.
#pragma once

#include <string>

#include "experiments/engine/manifest.hpp"
#include "experiments/engine/point_index.hpp"
#include "experiments/engine/row_counts.hpp"
#include "experiments/engine/run_folder.hpp"

namespace mikpoly::lab {

/// "96 rows, 0 failed, 0 with wrong values"; skipped ones are named where there are some.
std::string text_of(const RowCounts& counts);

/// Writes results.csv from the points in order, one at a time, then run.json. Returns: the counts of all points.
/// Errors: as PointReader, as throw_unwritable().
RowCounts write_results(const RunFolder& folder, const PointIndex& index, Manifest manifest);

}  // namespace mikpoly::lab
