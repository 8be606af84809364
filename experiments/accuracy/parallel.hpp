// A loop over independent items on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace mikpoly::lab {

/// Calls `work` once for every index below `count`, `share` of them at a time on one of `threads` threads; 0: as
/// many as there are usable cores.
/// Errors: the first exception that `work` throws, after all threads have ended; what was not begun is left out.
void for_each_index(std::size_t count, std::size_t share, const std::function<void(std::size_t)>& work,
                    std::int64_t threads = 0);

}  // namespace mikpoly::lab
