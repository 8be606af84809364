// The rows of one measuring process: written shape by shape, so that nothing is lost when it ends early.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "experiments/measure/bench_columns.hpp"

namespace mikpoly::lab {

/// A line of the file is that of bench.csv with a checksum as one more field.
class BenchFile {
 public:
  /// Keeps the shapes of an existing file that have `rows_per_shape` sound rows; all else in it is removed.
  /// Errors: OutputError; exit code 75 when the disk is full.
  BenchFile(std::filesystem::path path, std::int64_t rows_per_shape);

  /// Ids of the shapes that need not be measured again.
  [[nodiscard]] const std::set<std::string>& finished() const { return finished_; }

  /// What was damaged in the file, in one sentence; empty when nothing was.
  [[nodiscard]] const std::string& damage() const { return damage_; }

  /// Adds the rows of a shape in one piece. Errors: as the constructor.
  void append(std::span<const BenchRow> rows, const BenchFacts& facts);

 private:
  std::filesystem::path path_;
  std::set<std::string> finished_;
  std::string damage_;
};

/// The rows of several processes as one CSV text: by shape in the workload's order, then by process.
std::string merged_rows(std::span<const std::filesystem::path> files, const std::vector<WorkloadItem>& items);

}  // namespace mikpoly::lab
