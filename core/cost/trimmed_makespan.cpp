#include "core/cost/trimmed_makespan.hpp"

#include <algorithm>
#include <array>

#include "core/cost/traffic.hpp"

namespace mikpoly {

struct TrimmedMakespan::Parts {
  Picoseconds start;
  Picoseconds schedule;
  Picoseconds main_memory;
};

TrimmedMakespan::TrimmedMakespan(const Accelerator& accelerator, const KernelLibrary& library, bool bare)
    : accelerator_(accelerator),
      library_(library),
      bare_(bare),
      slots_(accelerator.pe.count),
      start_(bare ? Picoseconds{} : accelerator.fixed.start) {}

Picoseconds TrimmedMakespan::schedule(std::span<const RegionTasks> regions) const {
  if (slots_ == 1) {
    Picoseconds sum;
    for (const RegionTasks& region : regions) sum = std::min(sum + region.work(), Picoseconds{kLongestTime});
    return sum;
  }
  std::array<TaskClass, kMaxTaskClasses> classes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    for (const TaskKind& kind : regions[i].kinds()) {
      classes[count++] = {kind.count, kind.time, static_cast<std::int64_t>(i)};
    }
  }
  const Schedule tasks = max_min({classes.data(), count}, slots_);
  return tasks.groups().back().load;
}

bool TrimmedMakespan::stays_near(const GemmShape& shape) const {
  return bare_ ||
         footprint(shape, library_.key.types) <= static_cast<double>(accelerator_.memory.front().capacity.count);
}

Picoseconds TrimmedMakespan::main_memory(const Plan& plan) const {
  if (stays_near(plan.shape)) return {};
  double bytes = 0.0;
  for (const RegionTraffic& region : traffic_of(plan, library_, accelerator_)) {
    bytes += region.main_reads + region.main_writes;
  }
  return accelerator_.to_time({bytes / accelerator_.memory.back().total});
}

TrimmedMakespan::Parts TrimmedMakespan::parts_of(const Plan& plan) const {
  std::array<RegionTasks, kMaxRegions> regions;
  std::int64_t tasks = 0;
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const PlannedRegion& planned = plan.regions()[i];
    const Region& region = planned.region;
    const TaskTimes times(library_.kernels[static_cast<std::size_t>(planned.kernel)], planned.depth());
    regions[i] = times.tasks(region.m.size(), region.n.size(), region.batch.size());
    tasks += regions[i].count();
  }
  return {.start = start(tasks),
          .schedule = schedule({regions.data(), plan.regions().size()}),
          .main_memory = main_memory(plan)};
}

Picoseconds TrimmedMakespan::cost(const Plan& plan) const {
  if (plan.region_count == 0) return {};
  const Parts parts = parts_of(plan);
  return std::min(std::max(parts.schedule, parts.main_memory) + parts.start, Picoseconds{kLongestTime});
}

std::vector<CostTerm> TrimmedMakespan::explain(const Plan& plan) const {
  if (plan.region_count == 0) return {};
  const Parts parts = parts_of(plan);
  std::vector<CostTerm> terms{{"start, where two workers have tasks", parts.start},
                              {"tasks of the last worker, back to back", parts.schedule}};
  if (bare_) return terms;
  terms.push_back({"raised to the bytes of " + accelerator_.memory.back().name,
                   std::max(Picoseconds{}, parts.main_memory - parts.schedule)});
  return terms;
}

}  // namespace mikpoly
