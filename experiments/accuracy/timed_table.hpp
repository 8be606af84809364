// Tables of measured times, as people publish them: CSV with m, n, k and one column of times.
//
// Lines that begin with "#" are provenance. Columns m, n and k are required, and exactly one column of times, whose
// name ends in _s, _ms, _us or _ns. batch, dtype, trans_a, trans_b, kind and plan are read where they stand; other
// columns are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem/dtype.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::lab {

struct TimedRow {
  std::string place;  ///< file:line
  GemmShape shape;
  std::optional<DataType> dtype;
  std::string kind;  ///< what else tells rows apart: an operator, a layout
  std::string plan;  ///< text of the plan that was timed; empty where nobody knows
  double time_us = 0.0;
};

struct TimedTable {
  std::string file;
  std::string name;                     ///< of the file, without folder and ending
  std::string hash;                     ///< content_hash of the file
  std::vector<std::string> provenance;  ///< comment lines
  std::string time_column;
  std::vector<std::string> ignored;  ///< columns
  std::vector<TimedRow> rows;
};

/// `time_column`: which one, where a table has several; empty: the only one.
/// Errors: ConfigError naming file and line of everything that is wrong: a column is missing, no or several columns of
///         times, a unit that is not known, a time that is not greater than zero, an extent out of range, a type that
///         is not known, a row that stands twice.
TimedTable load_timed_table(const std::string& file, const std::string& time_column = "");

}  // namespace mikpoly::lab
