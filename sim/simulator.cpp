#include "sim/simulator.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"
#include "core/cost/reduction.hpp"
#include "core/planner/planner.hpp"
#include "sim/group.hpp"
#include "sim/prepared.hpp"

namespace mikpoly::sim {
namespace {

constexpr double kUnlimited = 1e30;

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

// Every term is a time that some server or level needs for the work it must do in any order.
double least_cycles(std::span<const SlotList> lists, const std::array<double, kMaxLevels>& totals) {
  double bound = 0.0;
  std::array<double, kMaxLevels> level_bytes{};
  for (const SlotList& list : lists) {
    double load = 0.0;
    double chain = 0.0;
    double store = 0.0;
    for (std::size_t i = 0; i < list.run_count; ++i) {
      const Run& run = list.runs[i];
      load += run.tasks * run.load_cycles;
      chain += run.tasks * run.chain_cycles;
      store += run.tasks * run.store_cycles;
      for (std::size_t level = 0; level < kMaxLevels; ++level) {
        level_bytes[level] +=
            list.slots * run.tasks *
            (run.load_bytes * list.levels[i].load_shares[level] + run.store_bytes * list.levels[i].store_shares[level]);
      }
    }
    // Loads and stores may pass their own rate by what the division leaves.
    bound = std::max({bound, chain, load * (1.0 - kDivisionError), store * (1.0 - kDivisionError)});
  }
  for (std::size_t level = 0; level < kMaxLevels; ++level) {
    bound = std::max(bound, level_bytes[level] / totals[level] * (1.0 - kDivisionError));
  }
  return bound;
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
}

Simulator::Prepared Simulator::prepare(const Plan& plan) const {
  Prepared prepared;
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
             prepared.traffic[region], region, prepared.blocks);
}

BlockMachine Simulator::block_machine() const {
  const std::string& policy = accelerator_.dispatch.policy;
  return {.pes = accelerator_.pe.count,
          .totals = machine_.totals,
          .exponent = options_.contention ? accelerator_.contention.exponent : 0.0,
          .loops = policy == "persistent" || policy == "stream_k"};
}

BlockRun Simulator::run_all_blocks(const PlanBlocks& blocks, std::vector<BlockSpan>* spans) const {
  if (!accelerator_.dispatch.launch_each_region) return run_blocks(blocks.all(), block_machine(), spans);
  const double gap = static_cast<double>(accelerator_.fixed.start.count) * accelerator_.pe.clock_ghz / 1e3;
  return run_launches(blocks, block_machine(), gap, spans);
}

BlockRun Simulator::run_prepared(const Prepared& prepared) const {
  if (!is_static()) return run_all_blocks(prepared.blocks, nullptr);
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

Picoseconds Simulator::lower_bound(const Plan& plan) const {
  if (plan.shape.empty()) return {};
  const Prepared prepared = prepare(plan);
  const double bound = is_static() ? least_cycles(prepared.all_lists(), machine_.totals)
                                   : least_cycles(prepared.blocks.all(), block_machine());
  return accelerator_.fixed.start + accelerator_.to_time({bound * (1.0 - 1e-9)});
}

Picoseconds Simulator::least_task_time(std::int64_t kernel, std::int64_t k) const {
  const auto at = static_cast<std::size_t>(kernel);
  if (library_.kernels[at].edge == EdgeRule::trimmed) return {};  // a task may be a single element
  const double steps = static_cast<double>(library_.kernels[at].steps(k));
  const double cycles = is_static() ? profiles_[at].chain_cycles(steps) : steps * profiles_[at].step_cycles;
  const Picoseconds rounded = accelerator_.to_time({cycles * (1.0 - 1e-9)});
  return {std::max<std::int64_t>(0, rounded.count - 1)};
}

Picoseconds Simulator::least_time(const GemmShape& shape) const {
  if (shape.empty()) return {};
  const GemmTypes& types = library_.key.types;
  const double rows = static_cast<double>(shape.m) * static_cast<double>(bytes_of(types.a));
  const double columns = static_cast<double>(shape.n) * static_cast<double>(bytes_of(types.b));
  const double bytes = (rows + columns) * static_cast<double>(shape.k) * static_cast<double>(shape.batch);
  // Warm operands come from the nearest level, which nothing bypasses.
  const std::size_t level = options_.warm || accelerator_.memory.size() == 1 ? 0 : 1;
  const double pes = static_cast<double>(accelerator_.pe.count);
  const double own = pes * accelerator_.memory[level].read_per_pe;
  const double cycles = bytes / std::min(machine_.totals[level], own) * (1.0 - kDivisionError);
  return accelerator_.fixed.start + accelerator_.to_time({cycles});
}

TimeCurve::Sample Simulator::time(const MicroKernel& kernel, std::int64_t steps) const {
  const std::int64_t places = accelerator_.pe.count * kernel.resources.occupancy;
  const double depth = static_cast<double>(steps * kernel.tile.k);
  const KernelProfile profile = profile_of(accelerator_, kernel, kernel.tile, options_.burst_cost);
  const auto cycles_of = [&](std::int64_t tasks_each) {
    const std::int64_t tasks = tasks_each * places;
    Prepared prepared;
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
