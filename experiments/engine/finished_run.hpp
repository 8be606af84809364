// What stands in a run folder once all points are there: results.csv, and run.json with its hash.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/engine/manifest.hpp"
#include "experiments/engine/point_index.hpp"
#include "experiments/engine/run_folder.hpp"

namespace mikpoly::lab {

/// Rows of the finished points.
struct RowCounts {
  std::int64_t rows = 0;
  std::int64_t failed = 0;   ///< status failed
  std::int64_t skipped = 0;  ///< status skipped
  std::int64_t wrong = 0;    ///< disposition failed
};

/// "96 rows, 0 failed, 0 with wrong values"; skipped ones are named where there are some.
std::string text_of(const RowCounts& counts);

/// Writes results.csv from the points in order, one at a time, then run.json.
/// Errors: as PointReader, as throw_unwritable().
RowCounts write_results(const RunFolder& folder, const PointIndex& index, Manifest manifest);

}  // namespace mikpoly::lab
