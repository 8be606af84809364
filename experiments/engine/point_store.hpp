// Finished points of a run in points/points.jsonl: what --resume goes on from, and what results.csv is put together
// from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/output_file.hpp"
#include "experiments/engine/point_index.hpp"

namespace mikpoly::lab {

/// The file of the points below a run's folder.
std::filesystem::path points_file(const std::filesystem::path& run);

class PointStore {
 public:
  /// Reads the points that were made with the same `key` (program, libraries, place). Damaged lines are removed, lines
  /// of another key stay.
  /// Errors: as throw_unwritable() when the file cannot be written.
  PointStore(const std::filesystem::path& run, std::int64_t points, const std::string& key);

  [[nodiscard]] const PointIndex& index() const { return *index_; }

  /// What was wrong with the file; one sentence each.
  [[nodiscard]] const std::vector<std::string>& notices() const { return notices_; }

  /// Adds a finished point, made with the key of the store: a whole line or none.
  /// Errors: as throw_unwritable().
  void append(FinishedPoint finished);

 private:
  std::optional<PointIndex> index_;
  std::vector<std::string> notices_;
  std::optional<OutputFile> file_;
  std::int64_t end_ = 0;
};

}  // namespace mikpoly::lab
