#include "sim/simulator.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cost/reduction.hpp"
#include "core/plan/stream_k.hpp"
#include "core/planner/planner.hpp"
#include "sim/prepared.hpp"

namespace mikpoly::sim {
namespace {

MachineOptions machine_options(const Accelerator& accelerator, const SimulationOptions& options) {
  MachineOptions machine{.totals = {kUnlimited, kUnlimited}, .zero_fill = options.zero_fill};
  if (!options.contention) return machine;
  machine.totals[0] = accelerator.memory.front().total;
  // With one level, everything is main memory and counts there once.
  if (accelerator.memory.size() > 1) machine.totals[1] = accelerator.memory.back().total;
  return machine;
}

double longest(const std::array<double, kMaxGroups>& ends) {
  return *std::max_element(ends.begin(), ends.end());
}

}  // namespace

Simulator::Simulator(const Accelerator& accelerator, const KernelLibrary& library, SimulationOptions options)
    : accelerator_(accelerator), library_(library), options_(options), machine_(machine_options(accelerator, options)) {
  if (!options.zero_fill) {
    for (const MemoryLevel& level : accelerator.memory) memory_latency_ += level.latency_cycles;
  }
  for (const MicroKernel& kernel : library.kernels) {
    profiles_.push_back(profile_of(accelerator, kernel, kernel.tile, options.burst_cost));
  }
  find_overhangs();
}

Simulator::Prepared Simulator::prepare(const Plan& plan) const {
  Prepared prepared;
  prepared.grid = grid_of(plan);
  prepared.traffic = traffic_of(plan, library_, accelerator_, {options_.warm, options_.infinite_cache});
  const std::size_t regions = plan.regions().size();
  for (std::size_t i = 0; i < regions; ++i) {
    const PlannedRegion& planned = plan.regions()[i];
    const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(planned.kernel)];
    KernelProfile& profile = prepared.profiles[i];
    prepared.kernels[i] = &kernel;
    profile = profiles_[static_cast<std::size_t>(planned.kernel)];
    if (kernel.edge == EdgeRule::trimmed) {
      profile = profile_of(accelerator_, kernel, computed_tile(kernel, planned.region), options_.burst_cost);
    }
    prepared.regions[i] = runs_of(accelerator_, profile, task_count(planned, kernel.tile),
                                  static_cast<double>(kernel.steps(planned.depth())), prepared.traffic[i]);
    if (options_.zero_fill) profile.latency_cycles = 0.0;
    if (!is_static()) add_task_blocks(prepared, i);
  }
  if (!is_static()) return prepared;
  prepared.schedule = schedule_of(plan, library_, accelerator_.pe.count);
  prepared.list_count =
      lists_of(prepared.schedule, {prepared.regions.data(), regions}, {prepared.profiles.data(), regions},
               {prepared.kernels.data(), regions}, memory_latency_, prepared.lists);
  return prepared;
}

void Simulator::add_task_blocks(Prepared& prepared, std::size_t region) const {
  const double exposed = options_.zero_fill ? 0.0 : memory_latency_ + prepared.profiles[region].latency_cycles;
  add_blocks(accelerator_, *prepared.kernels[region], prepared.profiles[region], exposed, prepared.regions[region],
             prepared.traffic[region], region, prepared.grid, prepared.blocks);
}

// Of the plan, or of a machine that divides tasks over all its places.
std::int64_t Simulator::grid_of(const Plan& plan) const {
  const std::int64_t grid = stream_k_grid(plan.allocation);
  if (grid > 0 && is_static()) {
    throw ConfigError(
        fmt::format("a plan with allocation \"{}\" needs blocks that are dispatched; {} deals tasks out "
                    "beforehand",
                    plan.allocation, accelerator_.name));
  }
  if (grid == 0 && accelerator_.dispatch.policy == "stream_k") return std::numeric_limits<std::int64_t>::max();
  return grid;
}

// Blocks of a grid that tasks are divided over go on with their next task.
BlockMachine Simulator::block_machine(std::int64_t grid) const {
  return {.pes = accelerator_.pe.count,
          .totals = machine_.totals,
          .exponent = options_.contention ? accelerator_.contention.exponent : 0.0,
          .loops = accelerator_.dispatch.policy == "persistent" || grid > 0};
}

BlockRun Simulator::run_all_blocks(const Prepared& prepared, std::vector<BlockSpan>* spans) const {
  const PlanBlocks& blocks = prepared.blocks;
  const BlockMachine machine = block_machine(prepared.grid);
  if (!accelerator_.dispatch.launch_each_region) return run_blocks(blocks.all(), machine, spans);
  const double gap = static_cast<double>(accelerator_.fixed.start.count) * accelerator_.pe.clock_ghz / 1e3;
  return run_launches(blocks, machine, gap, spans);
}

BlockRun Simulator::run_prepared(const Prepared& prepared) const {
  if (!is_static()) return run_all_blocks(prepared, nullptr);
  const auto ends = work_through(prepared.all_lists(), machine_);
  BlockRun run{.cycles = longest(ends)};
  for (std::size_t g = 0; g < prepared.schedule.groups().size(); ++g) {
    const SlotGroup& group = prepared.schedule.groups()[g];
    run.waves = std::max(run.waves, std::accumulate(group.tasks.begin(), group.tasks.end(), std::int64_t{0}));
    run.busy_pes += static_cast<double>(group.slots) * ends[g];
  }
  return run;
}

Measurement Simulator::judge(const Plan& plan) const {
  if (plan.shape.empty()) return {.median = {}, .source = TimeSource::simulated};
  return {.median = device_time(plan, run_prepared(prepare(plan)).cycles), .source = TimeSource::simulated};
}

Picoseconds Simulator::device_time(const Plan& plan, double cycles) const {
  const Picoseconds time = accelerator_.fixed.start + accelerator_.to_time({cycles}) +
                           reduction_time(plan, accelerator_, library_.key.types);
  refuse_endless(plan.shape, time, accelerator_.name);
  return time;
}

TimeCurve::Sample Simulator::time(const MicroKernel& kernel, std::int64_t steps) const {
  const std::int64_t places = accelerator_.pe.count * kernel.resources.occupancy;
  const double depth = static_cast<double>(steps * kernel.tile.k);
  const KernelProfile profile = profile_of(accelerator_, kernel, kernel.tile, options_.burst_cost);
  const auto cycles_of = [&](std::int64_t tasks_each) {
    const std::int64_t tasks = tasks_each * places;
    Prepared prepared;
    prepared.grid = grid_of({});
    prepared.kernels[0] = &kernel;
    prepared.profiles[0] = profile;
    RegionTraffic& traffic = prepared.traffic[0];
    traffic.near_reads =
        static_cast<double>(tasks) * depth *
        static_cast<double>(kernel.tile.m * bytes_of(kernel.types.a) + kernel.tile.n * bytes_of(kernel.types.b));
    traffic.writes = static_cast<double>(tasks * kernel.tile.area() * bytes_of(kernel.types.d));
    prepared.regions[0] = runs_of(accelerator_, profile, tasks, static_cast<double>(steps), traffic);
    if (is_static()) {
      std::array<TaskClass, 1> classes{{{tasks, Picoseconds{1}, 0}}};
      prepared.schedule = max_min(classes, places);
      prepared.list_count = lists_of(prepared.schedule, {prepared.regions.data(), 1}, {prepared.profiles.data(), 1},
                                     {prepared.kernels.data(), 1}, memory_latency_, prepared.lists);
    } else {
      add_task_blocks(prepared, 0);
    }
    return run_prepared(prepared).cycles;
  };
  const double two = cycles_of(2);
  return {steps, accelerator_.to_time({cycles_of(1)}), accelerator_.to_time({cycles_of(3) - two})};
}

TimeCurve::Conditions Simulator::conditions() const {
  return {.load = "all PEs busy with the same task", .source_level = accelerator_.memory.front().name};
}

}  // namespace mikpoly::sim
