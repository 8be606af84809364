// A single row of tiles, run in fewer and wider tasks than planned.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/integer_math.hpp"

namespace mikpoly::cpu {

/// Into how many tasks `columns` columns, planned in `tasks` tiles, are cut for threads that have nothing else to run:
/// as few as keep all of them busy. Over more columns a task follows the lines of B, k block by k block; each of
/// several narrow ones enters every page of B for a part of a line. On Zen 5, one thread: 1x8000x2000 1.49 -> 1.20 ms.
/// Returns: 1, or a multiple of `threads`; `tasks` where that is fewer than threads.
constexpr std::int64_t wide_parts(std::int64_t columns, std::int64_t tasks, std::int64_t threads) {
  constexpr std::int64_t kTasksOfThread = 2;  // where there are that many: who is held up leaves one to another
  constexpr std::int64_t kMostColumns = std::int64_t{1} << 15;  // four rows of C take half of an L2 of 1 MiB
  if (tasks < threads) return tasks;
  const std::int64_t enough = threads == 1 ? 1 : std::min(tasks, kTasksOfThread * threads);
  const std::int64_t near = ceil_div(columns, kMostColumns);
  return near > enough ? round_up(near, threads) : round_down(enough, threads);
}

}  // namespace mikpoly::cpu
