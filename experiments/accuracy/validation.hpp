// A table of measured times against the simulator: which rows were used, and how far off it is on which of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/hardware_file.hpp"
#include "experiments/accuracy/accuracy.hpp"
#include "experiments/accuracy/timed_table.hpp"

namespace mikpoly::lab {

/// Rows from this size on are told apart from smaller ones, whose times are mostly fixed costs.
inline constexpr double kLargeGflop = 0.1;

struct ValidationRequest {
  std::string dtype;         ///< of rows that name none; empty: the first of the hardware file
  std::string time_column;   ///< as load_timed_table()
  double least_gflop = 0.0;  ///< smaller rows are left out
  bool warm = false;         ///< operands start in the nearest shared level: times of repeated calls
  std::string noise_table;   ///< a second table of the same device; empty: none
};

/// Two tables of the same device: what no prediction can be expected to beat.
struct NoiseFloor {
  std::string table;
  Accuracy difference;  ///< of the second table's times over the first's, on the rows that both have
};

struct Validation {
  std::string hardware;
  std::string hardware_hash;
  std::string table;
  std::string table_hash;
  std::string selector;
  std::string dtype;
  bool warm = false;
  std::vector<PredictedRow> rows;
  std::vector<int> halves;                       ///< of each row, as halves_of()
  std::map<std::string, std::int64_t> left_out;  ///< reason -> rows
  std::vector<std::string> ignored_columns;
  std::optional<NoiseFloor> noise;

  /// Rows of a size range and a half; half -1: both.
  [[nodiscard]] std::vector<PredictedRow> select(double least_gflop, double most_gflop, int half = -1) const;
};

/// Simulates every row that the machine can compute.
/// Errors: ConfigError as load_timed_table(); when no row is left; when the machine lacks a type or a library.
Validation validate_table(const HardwareFile& hardware, const std::string& file, const ValidationRequest& request);

}  // namespace mikpoly::lab
