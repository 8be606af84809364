// A loop over independent items on all usable cores.
#pragma once

#include <cstddef>
#include <functional>

namespace mikpoly::lab {

/// Calls `work` once for every index below `count`, `share` of them at a time on a thread.
/// Errors: the first exception that `work` throws, after all threads have ended.
void for_each_index(std::size_t count, std::size_t share, const std::function<void(std::size_t)>& work);

}  // namespace mikpoly::lab
