#include "core/cost/makespan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/allocation/max_min.hpp"
#include "core/cost/reduction.hpp"
#include "core/cost/trimmed_makespan.hpp"

namespace mikpoly {

struct MakespanModel::Parts {
  double start = 0.0;
  double work = 0.0;      // of the longest slot group
  double overhang = 0.0;  // its fill and drain
  double near_floor = 0.0;
  double main_floor = 0.0;
  double reduction = 0.0;

  [[nodiscard]] double total() const { return start + std::max({work + overhang, near_floor, main_floor}) + reduction; }
};

KernelTimes times_of(const MicroKernel& kernel, std::int64_t k) {
  const std::int64_t steps = kernel.steps(k);
  return {kernel.time.latency(steps), kernel.time.interval(steps), static_cast<double>(steps)};
}

MakespanModel::MakespanModel(const Accelerator& accelerator, const KernelLibrary& library, bool bare)
    : accelerator_(accelerator),
      library_(library),
      bare_(bare),
      start_ps_(bare ? 0.0 : static_cast<double>(accelerator.fixed.start.count)),
      ps_per_cycle_(1000.0 / accelerator.pe.clock_ghz) {
  for (const Stage& stage : accelerator.datapath.stages) {
    if (stage.kind != StageKind::load) continue;
    overhead_bytes_ += stage.half_rate_bytes * static_cast<double>(stage.operands.size());
  }
  const double pes = static_cast<double>(accelerator.pe.count);
  near_ps_per_byte_ = ps_per_cycle_ / (accelerator.memory.front().read_per_pe * pes);
  main_ps_per_byte_ = ps_per_cycle_ / (accelerator.memory.back().read_per_pe * pes);
  main_total_ps_per_byte_ = ps_per_cycle_ / accelerator.memory.back().total;
}

// A task's interval, cold and warm tasks averaged: the kernel's own, or what its load pipe needs for its bytes.
// The tasks that share a PE share its load pipe.
double MakespanModel::raised_interval(const KernelTimes& times, double residents, double tasks,
                                      const RegionTraffic& traffic) const {
  const double own = static_cast<double>(times.interval.count);
  const double bytes = traffic.near_reads / tasks;
  if (bytes <= 0.0) return own;
  const double short_transfers = 1.0 + times.steps * overhead_bytes_ / bytes;
  const auto load_ps = [&](double main_bytes) {
    const double cycles = (bytes - main_bytes) / accelerator_.memory.front().read_per_pe +
                          main_bytes / accelerator_.memory.back().read_per_pe;
    return residents * cycles * short_transfers * traffic.slowdown * ps_per_cycle_;
  };
  const double cold = std::max(own, load_ps(traffic.cold_main_reads / (tasks * traffic.cold_share)));
  if (traffic.cold_share >= 1.0) return cold;
  const double warm_share = 1.0 - traffic.cold_share;
  const double warm_main = (traffic.main_reads - traffic.cold_main_reads) / (tasks * warm_share);
  return traffic.cold_share * cold + warm_share * std::max(own, load_ps(warm_main));
}

MakespanModel::Parts MakespanModel::parts_of(const Plan& plan, std::span<const KernelTimes> times) const {
  Parts parts{.start = start_ps_};
  std::array<double, kMaxRegions> intervals{};
  std::array<TaskClass, kMaxRegions> classes;
  PlanTraffic traffic;
  if (!bare_) traffic = traffic_of(plan, library_, accelerator_);
  double near_bytes = 0.0;
  double main_bytes = 0.0;
  const std::size_t regions = plan.regions().size();
  for (std::size_t i = 0; i < regions; ++i) {
    const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(plan.regions()[i].kernel)];
    const std::int64_t tasks = task_count(plan.regions()[i], kernel.tile);
    classes[i] = {tasks, {times[i].latency.count / kernel.resources.occupancy}, static_cast<std::int64_t>(i)};
    intervals[i] = bare_ ? static_cast<double>(times[i].interval.count)
                         : raised_interval(times[i], static_cast<double>(kernel.resources.occupancy),
                                           static_cast<double>(tasks), traffic[i]);
    intervals[i] /= static_cast<double>(kernel.resources.occupancy);
    near_bytes += traffic[i].near_reads + traffic[i].writes;
    main_bytes += traffic[i].main_reads + traffic[i].main_writes;
  }
  if (!bare_) parts.reduction = static_cast<double>(reduction_time(plan, accelerator_, library_.key.types).count);
  parts.near_floor = near_bytes / accelerator_.memory.front().total * ps_per_cycle_;
  parts.main_floor = main_bytes / accelerator_.memory.back().total * ps_per_cycle_;
  const Schedule schedule = max_min({classes.data(), regions}, accelerator_.pe.count);
  for (const SlotGroup& group : schedule.groups()) {
    double work = 0.0;
    double overhang = 0.0;
    for (std::size_t i = 0; i < regions; ++i) {
      if (group.tasks[i] == 0) continue;
      work += static_cast<double>(group.tasks[i]) * intervals[i];
      overhang = std::max(overhang, static_cast<double>((times[i].latency - times[i].interval).count));
    }
    if (work + overhang > parts.work + parts.overhang) {
      parts.work = work;
      parts.overhang = overhang;
    }
  }
  return parts;
}

Picoseconds MakespanModel::cost(const Plan& plan, std::span<const KernelTimes> times) const {
  return Picoseconds::rounded(parts_of(plan, times).total());
}

namespace {

std::array<KernelTimes, kMaxRegions> times_of_plan(const Plan& plan, const KernelLibrary& library) {
  std::array<KernelTimes, kMaxRegions> times;
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const PlannedRegion& planned = plan.regions()[i];
    times[i] = times_of(library.kernels[static_cast<std::size_t>(planned.kernel)], planned.depth());
  }
  return times;
}

}  // namespace

Picoseconds MakespanModel::cost(const Plan& plan) const {
  if (plan.region_count == 0) return {};
  return cost(plan, times_of_plan(plan, library_));
}

std::vector<CostTerm> MakespanModel::explain(const Plan& plan) const {
  if (plan.region_count == 0) return {};
  const Parts parts = parts_of(plan, times_of_plan(plan, library_));
  const auto time = [](double ps) { return Picoseconds::rounded(ps); };
  std::vector<CostTerm> terms{{"start of the kernel", time(parts.start)},
                              {"tasks of the longest PE, back to back", time(parts.work)},
                              {"its fill and drain", time(parts.overhang)}};
  if (bare_) return terms;
  if (parts.reduction > 0.0) terms.push_back({"adding up the parts of k", time(parts.reduction)});
  const double schedule = parts.work + parts.overhang;
  terms.push_back(
      {"raised to the bytes of " + accelerator_.memory.front().name, time(std::max(0.0, parts.near_floor - schedule))});
  terms.push_back({"raised to the bytes of " + accelerator_.memory.back().name,
                   time(std::max(0.0, parts.main_floor - std::max(schedule, parts.near_floor)))});
  return terms;
}

std::unique_ptr<CostModel> make_makespan(const Accelerator& accelerator, const KernelLibrary& library) {
  if (library.trimmed()) return std::make_unique<TrimmedMakespan>(accelerator, library, false);
  return std::make_unique<MakespanModel>(accelerator, library, false);
}

std::unique_ptr<CostModel> make_makespan_bare(const Accelerator& accelerator, const KernelLibrary& library) {
  if (library.trimmed()) return std::make_unique<TrimmedMakespan>(accelerator, library, true);
  return std::make_unique<MakespanModel>(accelerator, library, true);
}

}  // namespace mikpoly
