// Finished points of a run, one JSON line each in points/points.jsonl: what --resume goes on from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mikpoly::lab {

/// Fields of the rows of a point, in the order of result_columns().
using PointRows = std::vector<std::vector<std::string>>;

class PointStore {
 public:
  /// Reads the points that were made with the same `key` (program, libraries); others, damaged lines and a last line
  /// cut short are left out and done again. Errors: OutputError when the file cannot be written.
  PointStore(const std::filesystem::path& folder, std::string key);

  [[nodiscard]] const std::map<std::int64_t, PointRows>& finished() const { return finished_; }

  /// Lines that were left out.
  [[nodiscard]] std::int64_t unusable_lines() const { return unusable_lines_; }

  /// Adds a finished point: a whole line or none. Safe to call from many threads.
  /// Errors: as RunFolder::write.
  void append(std::int64_t point, const PointRows& rows);

 private:
  std::filesystem::path file_;
  std::string key_;
  std::map<std::int64_t, PointRows> finished_;
  std::int64_t unusable_lines_ = 0;
  std::mutex writing_;
};

}  // namespace mikpoly::lab
