// Integer arithmetic on extents and tiles.
#pragma once

#include <cstdint>

namespace mikpoly {

/// Smallest integer >= a / b, for a >= 0 and b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// Smallest multiple of `step` that is >= a, for a >= 0 and step > 0.
constexpr std::int64_t round_up(std::int64_t a, std::int64_t step) {
  return ceil_div(a, step) * step;
}

}  // namespace mikpoly
