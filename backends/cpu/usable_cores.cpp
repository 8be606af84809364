#include "backends/cpu/usable_cores.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sched.h>
#include <string>

#include <climits>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

// A mask for systems of any size: cpu_set_t alone ends at 1024 cores.
using CpuMask = std::vector<cpu_set_t>;

std::size_t bytes_of(const CpuMask& mask) {
  return mask.size() * sizeof(cpu_set_t);
}

// microseconds of CPU time per microsecond, rounded up; nothing for "no limit" (no number, or not positive)
std::optional<std::int64_t> cores_of(std::int64_t quota_us, std::int64_t period_us) {
  if (quota_us <= 0 || period_us <= 0) return std::nullopt;
  return ceil_div(quota_us, period_us);
}

// Numbers at the start of a file; one that is not there, or is "max", reads as 0.
std::int64_t read_number(std::istream& in) {
  std::int64_t number = 0;
  return in >> number ? number : 0;
}

std::optional<std::int64_t> quota_of_group(const std::filesystem::path& group) {
  std::ifstream both(group / "cpu.max");
  if (both) {
    const std::int64_t quota_us = read_number(both);
    return cores_of(quota_us, read_number(both));
  }
  std::ifstream quota(group / "cpu.cfs_quota_us");
  std::ifstream period(group / "cpu.cfs_period_us");
  return cores_of(read_number(quota), read_number(period));
}

// Where the hierarchy of a line "id:controllers:path" of /proc/self/cgroup is mounted; nothing when it does not limit
// CPU time. Version 2 has no controllers and, beside version 1, a folder of its own.
std::vector<std::filesystem::path> mounts_of(const std::string& controllers) {
  if (controllers.empty()) return {"sys/fs/cgroup", "sys/fs/cgroup/unified"};
  if (("," + controllers + ",").find(",cpu,") == std::string::npos) return {};
  return {"sys/fs/cgroup/cpu", std::filesystem::path("sys/fs/cgroup") / controllers};
}

}  // namespace

std::vector<int> affinity_of(pid_t thread) {
  constexpr std::size_t kMostSets = 1024;
  CpuMask mask(1);
  while (sched_getaffinity(thread, bytes_of(mask), mask.data()) != 0) {
    if (errno != EINVAL || mask.size() >= kMostSets) {
      throw DeviceError(fmt::format("the system does not tell the affinity mask (error {})", errno));
    }
    mask.resize(2 * mask.size());
  }
  std::vector<int> cores;
  const int end = static_cast<int>(bytes_of(mask) * CHAR_BIT);
  for (int core = 0; core < end; ++core) {
    if (CPU_ISSET_S(core, bytes_of(mask), mask.data())) cores.push_back(core);
  }
  return cores;
}

bool set_affinity(pid_t thread, const std::vector<int>& cores) {
  const int last = cores.empty() ? 0 : *std::ranges::max_element(cores);
  CpuMask mask(static_cast<std::size_t>(last / CPU_SETSIZE + 1));
  for (const int core : cores) CPU_SET_S(core, bytes_of(mask), mask.data());
  return sched_setaffinity(thread, bytes_of(mask), mask.data()) == 0;
}

std::optional<std::int64_t> quota_cores(const std::filesystem::path& root) {
  std::optional<std::int64_t> smallest;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    for (const std::filesystem::path& mount : mounts_of(line.substr(first + 1, second - first - 1))) {
      // In a container the path may be the host's: its folders are not there, but the group itself is the mount.
      std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
      for (bool more = true; more; group = group.parent_path()) {
        more = !group.empty();
        const auto cores = quota_of_group(root / mount / group);
        if (cores) smallest = std::min(smallest.value_or(*cores), *cores);
      }
    }
  }
  return smallest;
}

std::int64_t default_threads() {
  const auto cores = static_cast<std::int64_t>(affinity_of(0).size());
  return std::min(cores, quota_cores().value_or(cores));
}

}  // namespace mikpoly
