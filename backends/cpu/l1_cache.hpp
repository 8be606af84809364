// How many lines of a matrix the L1 cache holds at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mikpoly::cpu {

inline constexpr std::int64_t kLineFloats = 16;  ///< of a cache line

/// Rows of which L1 holds a line each while a tile goes along them, `stride` floats apart: rows that lie a power of two
/// apart share few of its sets, and evict each other when they are more than the ways. Two lines are left to B and C:
/// on Zen 5, of 16x16x8192 up to 10 to 14 rows at once are alike, 16 take a third longer.
/// Returns: at least 1; the largest integer where nothing limits them.
std::int64_t rows_in_l1(std::ptrdiff_t stride);

}  // namespace mikpoly::cpu
