// From a plan to what the machine works through: one list of runs per group of alike slots.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/allocation/max_min.hpp"
#include "core/cost/traffic.hpp"
#include "sim/kernel_profile.hpp"
#include "sim/machine.hpp"

namespace mikpoly::sim {

/// A region as the machine sees it: per task, first while B is read for the first time, then after.
struct RegionRuns {
  std::int64_t tasks = 0;
  double cold_share = 1.0;
  Run cold;
  Run warm;
  RunLevels cold_levels;
  RunLevels warm_levels;
};

/// Per task bytes and cycles of a region with this traffic.
RegionRuns runs_of(const Accelerator& accelerator, const KernelProfile& profile, std::int64_t tasks, double steps,
                   const RegionTraffic& traffic);

/// The lists of a schedule; at most kMaxGroups. `lists` must have room for every group.
/// Returns: how many lists were written.
std::size_t lists_of(const Schedule& schedule, std::span<const RegionRuns> regions,
                     std::span<const KernelProfile> profiles, std::span<const MicroKernel* const> kernels,
                     double memory_latency, std::span<SlotList> lists);

}  // namespace mikpoly::sim
