#include "experiments/engine/point_store.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "experiments/engine/checked_line.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

// Writes the other lines anew; `damaged` are numbers from 1, in order.
void remove_lines(const fs::path& file, const std::vector<std::int64_t>& damaged) {
  std::ifstream in(file, std::ios::binary);
  ReplacedFile replaced(file);
  std::int64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (!std::ranges::binary_search(damaged, ++number)) replaced.add(line + "\n");
  }
  static_cast<void>(replaced.finish());
}

}  // namespace

fs::path points_file(const fs::path& run) {
  return run / "points" / "points.jsonl";
}

PointStore::PointStore(const fs::path& run, std::int64_t points, const std::string& key) {
  const fs::path file = points_file(run);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) throw_unwritable(file.parent_path(), error.value());
  index_.emplace(file, points, key);
  if (!index_->damaged_lines().empty()) {
    notices_.push_back(
        fmt::format("{}; what they held is done again", damaged_lines_text(file.string(), index_->damaged_lines())));
    remove_lines(file, index_->damaged_lines());
    index_.emplace(file, points, key);
  }
  if (index_->foreign_lines() > 0) {
    notices_.push_back(
        fmt::format("{}: {} points were made with other libraries or on another machine and are done again",
                    file.string(), index_->foreign_lines()));
  }
  file_.emplace(file, O_WRONLY | O_CREAT | O_APPEND);
  end_ = static_cast<std::int64_t>(fs::file_size(file, error));
  if (error) throw_unwritable(file, error.value());
}

void PointStore::append(FinishedPoint finished) {
  finished.key = index_->key();
  const std::string line = point_line(finished);
  file_->append_whole(line);
  index_->add(finished.point, {.offset = end_, .size = std::ssize(line)});
  end_ += std::ssize(line);
}

}  // namespace mikpoly::lab
