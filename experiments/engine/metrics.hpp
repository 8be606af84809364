// The columns of the regret table: one table from which the text, the JSON, the CSV, the gates and --help are made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/run_table.hpp"

namespace mikpoly::lab {

/// The rows of one selector on one machine with one pattern set.
struct SelectorRows {
  std::string hardware;
  std::string pattern_set;
  std::string selector;
  std::vector<const RunRow*> rows;
};

/// In which table of the text a metric stands. Those by use weigh a shape by its count * weight; all others count
/// every shape once.
enum class MetricTable { plain, by_use };

struct Metric {
  std::string_view name;     ///< in JSON, CSV and gates
  std::string_view heading;  ///< in the text table
  std::string_view definition;
  int decimals;
  double (*value)(const SelectorRows& rows);  ///< NaN when there is nothing to take it from
  MetricTable table = MetricTable::plain;
};

/// The metrics that tables for people leave out where they are 0 for all.
inline constexpr std::string_view kUnsupportedMetric = "unsupported";
inline constexpr std::string_view kNoOutputMetric = "no_output";

/// In report order; in CSV and JSON what comes later only ever comes last.
const std::vector<Metric>& metrics();

/// Errors: ConfigError naming the nearest and all known metrics.
const Metric& find_metric(std::string_view name);

/// The rows of a run by machine, pattern set and selector, in file order. The table must outlive them.
std::vector<SelectorRows> by_selector(const RunTable& table);

/// The pattern set with most patterns among those of the run.
std::string largest_pattern_set(const RunTable& table);

/// Of the rows those that have a regret, largest regret first, at most `count`.
std::vector<const RunRow*> worst_of(const std::vector<const RunRow*>& rows, std::int64_t count);

/// Rows of a selector with the largest pattern set, largest regret first, at most `count`.
std::vector<const RunRow*> worst_rows(const RunTable& table, std::string_view selector, std::int64_t count);

}  // namespace mikpoly::lab
