// Half-open box of the iteration space computed by one micro-kernel.
#pragma once

#include <cstdint>

#include "core/base/integer_math.hpp"
#include "core/hardware/tile_shape.hpp"

namespace mikpoly {

struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  auto operator<=>(const Range&) const = default;
  [[nodiscard]] constexpr std::int64_t size() const { return end - begin; }
};

struct Region {
  Range m;
  Range n;
  Range k;
  Range batch{0, 1};

  bool operator==(const Region&) const = default;
};

/// Output tiles of a region under a tile, all batch elements together: f_parallel of Eq. 3.
constexpr std::int64_t task_count(const Region& region, const TileShape& tile) {
  return ceil_div(region.m.size(), tile.m) * ceil_div(region.n.size(), tile.n) * region.batch.size();
}

}  // namespace mikpoly
