// (uM, uN, uK): output tile of one micro-kernel instance and its k step.
#pragma once

#include <compare>
#include <cstdint>

namespace mikpoly {

struct TileShape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;

  auto operator<=>(const TileShape&) const = default;
  [[nodiscard]] constexpr std::int64_t area() const { return m * n; }
};

}  // namespace mikpoly
