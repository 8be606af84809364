#include "core/pattern/split_positions.hpp"

#include "core/base/integer_math.hpp"

namespace mikpoly {

SplitPositions::SplitPositions(std::int64_t extent, std::int64_t tile, std::int64_t tiles_across, std::int64_t slots) {
  if (extent <= tile) return;
  const std::int64_t tiles = ceil_div(extent, tile);
  const std::int64_t waves = tiles * tiles_across / slots;
  if (waves >= 1) add(waves * slots / tiles_across * tile, extent);
  if (waves >= 2) add((waves - 1) * slots / tiles_across * tile, extent);
  add((tiles - 1) * tile, extent);
  add((3 * extent + 2 * tile) / (4 * tile) * tile, extent);
}

void SplitPositions::add(std::int64_t position, std::int64_t extent) {
  if (position <= 0 || position >= extent) return;
  for (std::size_t i = 0; i < count_; ++i) {
    if (positions_[i] == position) return;
  }
  positions_[count_++] = position;
}

}  // namespace mikpoly
