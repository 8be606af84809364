// Where a kernel may end its region: the cut belongs to the kernel above or left of it.
//
// Candidates along an axis: the extents of w full waves for w = most and most - 1, the largest multiple of the tile
// below the extent (ragged tail), and 3/4 of the extent rounded to the tile (the paper's worked example, 3072 of 4096).
// The paper does not say which positions it tries: core/decisions/split_positions.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace mikpoly {

class SplitPositions {
 public:
  /// `extent`: of the axis that is cut; `tile`: the kernel's extent on that axis; `tiles_across`: tiles of one row of
  /// tiles on the other axis, all batch elements together; `slots`: tasks that run at once.
  SplitPositions(std::int64_t extent, std::int64_t tile, std::int64_t tiles_across, std::int64_t slots);

  /// Distinct positions inside (0, extent), each a multiple of the tile; at most four.
  [[nodiscard]] std::span<const std::int64_t> all() const& { return {positions_.data(), count_}; }
  std::span<const std::int64_t> all() && = delete;  // a range-for over a temporary would outlive it

 private:
  void add(std::int64_t position, std::int64_t extent);

  std::array<std::int64_t, 4> positions_{};
  std::size_t count_ = 0;
};

}  // namespace mikpoly
