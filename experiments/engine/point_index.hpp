// Where the finished points stand in a points.jsonl: only the places of the lines are held in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "experiments/engine/point_line.hpp"

namespace mikpoly::lab {

/// A line of a file, its line feed included.
struct LinePlace {
  std::int64_t offset = 0;
  std::int64_t size = 0;
};

class PointIndex {
 public:
  /// Reads a file with lines of points 0 .. `points` - 1; takes up those with this `key`, of a point that stands twice
  /// the later. A file that is not there has none.
  PointIndex(std::filesystem::path file, std::int64_t points, std::string key);

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::int64_t points() const { return std::ssize(places_); }
  [[nodiscard]] bool has(std::int64_t point) const { return place(point).size > 0; }
  [[nodiscard]] const LinePlace& place(std::int64_t point) const { return places_[static_cast<std::size_t>(point)]; }
  [[nodiscard]] std::int64_t finished() const { return finished_; }

  /// Numbers of the lines that are damaged, cut short or of no point of the run, from 1, in order.
  [[nodiscard]] const std::vector<std::int64_t>& damaged_lines() const { return damaged_lines_; }
  /// Whole lines with another key.
  [[nodiscard]] std::int64_t foreign_lines() const { return foreign_lines_; }

  /// Takes up a line that was written meanwhile.
  void add(std::int64_t point, LinePlace place);

 private:
  std::filesystem::path file_;
  std::string key_;
  std::vector<LinePlace> places_;  ///< size 0: not finished
  std::int64_t finished_ = 0;
  std::vector<std::int64_t> damaged_lines_;
  std::int64_t foreign_lines_ = 0;
};

/// Reads finished points, best in the order in which they stand.
class PointReader {
 public:
  /// The index must outlive it.
  explicit PointReader(const PointIndex& index);

  /// Errors: ConfigError when the file has changed since the line was taken up.
  FinishedPoint at(std::int64_t point);

 private:
  const PointIndex& index_;
  std::ifstream in_;
  std::int64_t position_ = 0;
};

}  // namespace mikpoly::lab
