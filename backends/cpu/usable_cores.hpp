// The cores that this process may use: its affinity mask, and the CPU quota of its control groups.
//
// Known limits: control groups are looked for where systemd and containers mount them, /sys/fs/cgroup.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace mikpoly {

/// System numbers of the cores in a thread's affinity mask, ascending; `thread` 0 is the caller. Never empty.
/// Errors: DeviceError when the system does not tell.
std::vector<int> affinity_of(pid_t thread);

/// Lets a thread (0: the caller) run on these cores only; false when the system refuses.
bool set_affinity(pid_t thread, const std::vector<int>& cores);

/// Smallest CPU quota of the caller's control groups and of those around them, in cores, rounded up; nothing when none
/// is set. Version 2 (cpu.max) and version 1 (cpu.cfs_quota_us). `root` is "/" but in tests.
/// Cost: opens a file for each level of groups.
std::optional<std::int64_t> quota_cores(const std::filesystem::path& root = "/");

/// Threads that can work at once: cores of the caller's mask, at most the quota, at least 1.
/// Errors: as affinity_of().
std::int64_t default_threads();

}  // namespace mikpoly
