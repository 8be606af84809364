#include "experiments/engine/point_index.hpp"

#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {

PointIndex::PointIndex(std::filesystem::path file, std::int64_t points, std::string key)
    : file_(std::move(file)), key_(std::move(key)), places_(static_cast<std::size_t>(points)) {
  std::ifstream in(file_, std::ios::binary);
  LinePlace place;
  std::int64_t number = 0;
  for (std::string line; std::getline(in, line); place.offset += place.size) {
    ++number;
    place.size = std::ssize(line) + 1;
    const std::optional<FinishedPoint> finished = in.eof() ? std::nullopt : parse_point_line(line);
    if (!finished || finished->point < 0 || finished->point >= points) {
      damaged_lines_.push_back(number);
    } else if (finished->key != key_) {
      ++foreign_lines_;
    } else {
      add(finished->point, place);
    }
  }
}

void PointIndex::add(std::int64_t point, LinePlace place) {
  if (!has(point)) ++finished_;
  places_[static_cast<std::size_t>(point)] = place;
}

PointReader::PointReader(const PointIndex& index) : index_(index), in_(index.file(), std::ios::binary) {}

FinishedPoint PointReader::at(std::int64_t point) {
  const LinePlace& place = index_.place(point);
  std::string line(static_cast<std::size_t>(place.size), '\0');
  if (place.offset != position_) in_.seekg(place.offset);  // else what is buffered would be read again
  in_.read(line.data(), place.size);
  position_ = place.offset + place.size;
  if (in_ && !line.empty()) {
    line.pop_back();
    std::optional<FinishedPoint> finished = parse_point_line(line);
    if (finished && finished->point == point && finished->key == index_.key()) return *std::move(finished);
  }
  throw ConfigError(fmt::format("{}: changed by another program while it was in use; call again, a run with --resume",
                                index_.file().string()));
}

}  // namespace mikpoly::lab
