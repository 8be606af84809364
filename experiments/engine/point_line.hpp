// A finished point as one line of text that notices when a bit of it changes.
//
//   {"point":12,"key":"0.1.0
//   6754a1528648fe6a","failed":0,"skipped":0,"wrong":0,"rows":["RECORD",...],"check":"28eedd5d16bd7339"}
//
// Each RECORD is a line of results.csv; `check` is the content hash of all that stands before it (checked_line.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/row_counts.hpp"

namespace mikpoly::lab {

/// The rows of a point, ready for results.csv.
struct FinishedPoint {
  std::int64_t point = 0;
  std::string key;                   ///< what it was made with: program, libraries, place
  RowCounts counts;                  ///< of the records
  std::vector<std::string> records;  ///< each with its line feed
};

/// With a line feed at the end.
std::string point_line(const FinishedPoint& finished);

/// The point of a line without its line feed; nothing when the line is damaged.
std::optional<FinishedPoint> parse_point_line(std::string_view line);

}  // namespace mikpoly::lab
