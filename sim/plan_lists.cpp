#include "sim/plan_lists.hpp"

#include <algorithm>

namespace mikpoly::sim {
namespace {

// A load of `bytes` per task, `main_bytes` of them from main memory: its time on the PE's load pipe and its levels.
void set_loads(const Accelerator& accelerator, const KernelProfile& profile, double slowdown, double bytes,
               double main_bytes, Run& run, RunLevels& levels) {
  run.load_bytes = bytes;
  if (bytes <= 0.0) return;
  const MemoryLevel& near = accelerator.memory.front();
  const MemoryLevel& main = accelerator.memory.back();
  const double short_transfers = 1.0 + run.steps * profile.load_overhead_bytes / bytes;
  run.load_cycles =
      slowdown * short_transfers * ((bytes - main_bytes) / near.read_per_pe + main_bytes / main.read_per_pe);
  levels.load_shares = {1.0, main_bytes / bytes};
}

void set_stores(const Accelerator& accelerator, const KernelProfile& profile, double bytes, double main_bytes, Run& run,
                RunLevels& levels) {
  run.store_bytes = bytes;
  const double cycles = (bytes - main_bytes) / accelerator.memory.front().write_per_pe +
                        main_bytes / accelerator.memory.back().write_per_pe;
  run.store_cycles = std::max(profile.store_cycles, cycles);
  levels.store_shares = {1.0, bytes > 0.0 ? main_bytes / bytes : 0.0};
}

}  // namespace

RegionRuns runs_of(const Accelerator& accelerator, const KernelProfile& profile, std::int64_t tasks, double steps,
                   const RegionTraffic& traffic) {
  const double count = static_cast<double>(tasks);
  RegionRuns region{.tasks = tasks, .cold_share = traffic.cold_share};
  region.cold.steps = std::max(steps, 1.0);
  region.cold.chain_cycles = profile.chain_cycles(steps);
  set_stores(accelerator, profile, traffic.writes / count, traffic.main_writes / count, region.cold,
             region.cold_levels);
  region.warm = region.cold;
  region.warm_levels = region.cold_levels;
  const double bytes = traffic.near_reads / count;
  const double cold_main = traffic.cold_main_reads / (count * traffic.cold_share);
  set_loads(accelerator, profile, traffic.slowdown, bytes, std::min(bytes, cold_main), region.cold, region.cold_levels);
  if (traffic.cold_share < 1.0) {
    const double warm_main = (traffic.main_reads - traffic.cold_main_reads) / (count * (1.0 - traffic.cold_share));
    set_loads(accelerator, profile, traffic.slowdown, bytes, std::min(bytes, warm_main), region.warm,
              region.warm_levels);
  }
  return region;
}

std::size_t lists_of(const Schedule& schedule, std::span<const RegionRuns> regions,
                     std::span<const KernelProfile> profiles, std::span<const MicroKernel* const> kernels,
                     double memory_latency, std::span<SlotList> lists) {
  std::size_t count = 0;
  for (const SlotGroup& group : schedule.groups()) {
    SlotList& list = lists[count++];
    list = SlotList{};
    list.slots = static_cast<double>(group.slots);
    list.ahead = kUnlimited;
    list.behind = kUnlimited;
    for (std::size_t r = 0; r < regions.size(); ++r) {
      const double tasks = static_cast<double>(group.tasks[r]);
      if (tasks == 0.0) continue;
      const RegionRuns& region = regions[r];
      const KernelResources& resources = kernels[r]->resources;
      list.ahead = std::min(list.ahead, static_cast<double>(resources.load_buffers));
      list.behind = std::min(list.behind, profiles[r].output_places);
      list.latency = std::max(list.latency, memory_latency + profiles[r].latency_cycles);
      const auto add = [&list, r](const Run& run, const RunLevels& levels, double share) {
        if (share <= 0.0) return;
        list.runs[list.run_count] = run;
        list.runs[list.run_count].region = r;
        list.runs[list.run_count].tasks = share;
        list.levels[list.run_count++] = levels;
      };
      add(region.cold, region.cold_levels, tasks * region.cold_share);
      add(region.warm, region.warm_levels, tasks * (1.0 - region.cold_share));
    }
  }
  return count;
}

}  // namespace mikpoly::sim
