// Tells a forked child that it is one: threads of the parent do not exist in it, and locks may be held by nobody.
#pragma once

#include <cstdint>

namespace mikpoly {

/// Forks between the first process that called this and the present one. Forks before the first call are not counted.
/// Cost: a load; getpid() would be a system call.
std::uint64_t fork_generation();

}  // namespace mikpoly
