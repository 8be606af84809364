// A finished run read back from its results.csv: what compare, report and gates look at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/dtype.hpp"
#include "core/workload/use.hpp"
#include "experiments/engine/text_pool.hpp"

namespace mikpoly::lab {

/// What tells rows apart. The texts are the table's.
struct RowKey {
  std::string_view hardware;
  std::string_view pattern_set;
  std::string_view selector;
  std::string_view problem;  ///< `workload/problem_id`

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
  std::string_view shape;  ///< `MxNxK`, with the batch before it where it is not 1
  Use use;                 ///< how often the workload has it
  std::string_view plan;
  std::string_view bound_by;          ///< what took most of the time; empty where the row does not say it
  std::optional<RowNumbers> numbers;  ///< empty when the point failed, or the selector declined it
  bool unsupported = false;           ///< the selector declined it
  bool no_output = false;             ///< an extent of the product's output is 0
  std::string_view reason;            ///< why it failed, has wrong values, or was declined; empty when it went well
  PeerTimes peers;
};

/// What all rows of a machine share: the types of A, B and the output.
struct MachineTypes {
  std::string hardware;
  DataType a = DataType::f16;
  DataType b = DataType::f16;
  DataType d = DataType::f16;
};

struct RunTable {
  std::filesystem::path folder;
  std::string time_source;             ///< of every row; empty when none finished
  std::vector<RunRow> rows;            ///< in file order
  std::vector<MachineTypes> machines;  ///< in file order
  std::unique_ptr<TextPool> texts;     ///< what the rows point to
};

/// Reads the one run at or below `path`.
/// Errors: ConfigError when there is not exactly one, when it has not finished or its files are not what it wrote, when
///         a column is missing, or when its times have more than one source.
RunTable load_run(const std::filesystem::path& path);

/// Mean output tile of a plan in elements, each output element counting once: from its text form.
double mean_tile_area(std::string_view plan);

}  // namespace mikpoly::lab
