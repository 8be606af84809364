// Where a kernel may end its region: the cut belongs to the kernel above or left of it.
//
// Candidates along an axis: the extents of w full waves for w = most and most - 1, the largest multiple of the tile
// below the extent (ragged tail), and 3/4 of the extent rounded to the tile (the paper's worked example, 3072 of 4096).
// The paper does not say which positions it tries: core/decisions/split_positions.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/integer_math.hpp"

namespace mikpoly {

class SplitPositions {
 public:
  /// `extent`: of the axis that is cut; `tile`: the kernel's extent on that axis; `tiles_across`: tiles of one row of
  /// tiles on the other axis, all batch elements together; `slots`: tasks that run at once.
  SplitPositions(std::int64_t extent, std::int64_t tile, std::int64_t tiles_across, std::int64_t slots) {
    if (extent <= tile) return;
    const std::int64_t tiles = ceil_div(extent, tile);
    const std::int64_t waves = tiles * tiles_across / slots;
    if (waves >= 1) add(waves * slots / tiles_across * tile, extent);
    if (waves >= 2) add((waves - 1) * slots / tiles_across * tile, extent);
    add((tiles - 1) * tile, extent);
    add((3 * extent + 2 * tile) / (4 * tile) * tile, extent);
  }

  /// Distinct positions inside (0, extent), each a multiple of the tile; at most four.
  [[nodiscard]] std::span<const std::int64_t> all() const& { return {positions_.data(), count_}; }
  std::span<const std::int64_t> all() && = delete;  // a range-for over a temporary would outlive it

 private:
  void add(std::int64_t position, std::int64_t extent) {
    if (position <= 0 || position >= extent) return;
    for (std::size_t i = 0; i < count_; ++i) {
      if (positions_[i] == position) return;
    }
    positions_[count_++] = position;
  }

  std::array<std::int64_t, 4> positions_{};
  std::size_t count_ = 0;
};

}  // namespace mikpoly
