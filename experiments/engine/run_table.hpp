// A finished run read back from its results.csv: what compare, reports and gates look at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mikpoly::lab {

/// What tells rows apart.
struct RowKey {
  std::string hardware;
  std::string pattern_set;
  std::string selector;
  std::string problem;  ///< `workload/problem_id`

  auto operator<=>(const RowKey&) const = default;
};

/// Times in us of one source; rows of several sources are never in one table.
struct RowNumbers {
  std::optional<double> predicted;           ///< Eq. 2
  std::optional<double> predicted_makespan;  ///< the makespan model
  double time = 0.0;
  std::optional<double> regret;
  std::optional<double> regret_all;
  std::optional<double> oracle_gap;
};

/// Times in us of the other selectors on the same problem with the same pattern set.
struct PeerTimes {
  std::optional<double> best;        ///< of all selectors but the oracle, this one included
  std::optional<double> oracle;      ///< of the oracle
  std::optional<double> oracle_gap;  ///< share of the oracle's time that an unexplored plan could still save
};

struct RunRow {
  RowKey key;
  std::string shape;  ///< `MxNxK`, with the batch before it where it is not 1
  std::string plan;
  std::optional<RowNumbers> numbers;  ///< empty when the point failed
  PeerTimes peers;
};

struct RunTable {
  std::filesystem::path folder;
  std::string time_source;   ///< of every row; empty when none finished
  std::vector<RunRow> rows;  ///< in file order
};

/// Reads the one run at or below `path`.
/// Errors: ConfigError when there is not exactly one, when it has not finished, when a column is missing, or when its
///         times have more than one source.
RunTable load_run(const std::filesystem::path& path);

/// Mean output tile of a plan in elements, each output element counting once: from its text form.
double mean_tile_area(const std::string& plan);

}  // namespace mikpoly::lab
