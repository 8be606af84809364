// The rows of a finished bench, read back, and what they say shape by shape.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/csv_reader.hpp"

namespace mikpoly::lab {

/// The numbers of a row; only of rows that are done.
struct BenchNumbers {
  double time_us = 0.0;
  std::optional<double> speed_of_best;
  std::optional<double> later_us;
  std::optional<double> of_limit;
};

struct BenchEntry {
  std::string problem;
  std::string group;
  std::int64_t count = 1;  ///< how often the shape occurs
  std::string backend;
  bool is_subject = false;
  std::int64_t process = 1;
  std::string best_peer;
  std::string status;
  std::string reason;
  bool noisy = false;
  std::optional<BenchNumbers> numbers;
};

/// What all rows share, in the words of the columns.
struct BenchHeading {
  std::string workload;
  std::string mode;
  std::string call;
  std::string layout;
  std::string dtype;
  std::string threads;
};

struct BenchTable {
  BenchHeading heading;
  std::string subject;
  std::vector<BenchEntry> entries;
};

/// Errors: ConfigError naming the file, and what is wrong with it: a column is missing, there is no row, or rows differ
///         in what all must share.
BenchTable load_bench(const std::filesystem::path& file);

/// Whether a row can be what a bench wrote: every cell that is read back has a value it may have.
bool is_sound(const CsvTable& table, const CsvRow& row);

/// The rows of several benches of the same settings, their processes numbered anew.
/// Errors: ConfigError when they differ in what all rows must share.
BenchTable joined(const std::vector<BenchTable>& tables);

/// One shape over all processes: ratios are formed inside a process, then the median is taken.
struct ShapeScore {
  std::string problem;
  std::string group;
  std::int64_t count = 1;
  double time_us = 0.0;                   ///< the subject's
  std::optional<double> of_best;          ///< time of the best peer / time of the subject
  std::string best_peer;                  ///< in the first process that has one
  std::map<std::string, double> of_peer;  ///< time of each peer / time of the subject
  std::optional<double> of_limit;
};

/// Shapes that the subject computed, in file order.
std::vector<ShapeScore> shape_scores(const std::vector<BenchEntry>& entries);

/// Time of the first call over that of later ones, of one backend: the median of each shape over the processes.
std::map<std::string, double> first_call_ratios(const std::vector<BenchEntry>& entries, const std::string& backend);

}  // namespace mikpoly::lab
