// A single row of tiles, run in fewer and wider tasks than planned.
#pragma once

#include <cstdint>

#include "core/base/integer_math.hpp"

namespace mikpoly::cpu {

/// Into how many tasks `columns` columns, planned in `tasks` tiles, are cut for threads that have nothing else to run:
/// one for each thread, as long as it stays near. Over more columns a task follows the lines of B, k block by k block;
/// each of several narrow ones enters every page of B for a part of a line. On Zen 5: 1x8000x2000 on one thread
/// 1.49 -> 1.20 ms, 5x4096x64 on two, in two tasks instead of four, 10.2 -> 8.7 us.
/// Returns: a multiple of `threads`; `tasks` where that is fewer than threads.
constexpr std::int64_t wide_parts(std::int64_t columns, std::int64_t tasks, std::int64_t threads) {
  constexpr std::int64_t kMostColumns = std::int64_t{1} << 15;  // four rows of C take half of an L2 of 1 MiB
  return tasks < threads ? tasks : round_up(ceil_div(columns, kMostColumns), threads);
}

}  // namespace mikpoly::cpu
