#include "sim/simulator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
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

}  // namespace

Simulator::Simulator(const Accelerator& accelerator, const KernelLibrary& library, SimulationOptions options)
    : accelerator_(accelerator), library_(library), options_(options), machine_(machine_options(accelerator, options)) {
  if (!options.zero_fill) {
    for (const MemoryLevel& level : accelerator.memory) memory_latency_ += level.latency_cycles;
  }
  for (const MicroKernel& kernel : library.kernels) {
    facts_.push_back({profile_of(accelerator, kernel, kernel.tile, options.burst_cost), kernel.resources.occupancy});
  }
}

Simulator::Prepared Simulator::prepare(const Plan& plan) const {
  if (accelerator_.dispatch.policy != "static") {
    throw BackendUnavailable(fmt::format("dispatch policy \"{}\" of {} is not simulated yet; simulated: static",
                                         accelerator_.dispatch.policy, accelerator_.name));
  }
  Prepared prepared;
  prepared.traffic = traffic_of(plan, library_, accelerator_, {options_.warm, options_.infinite_cache});
  prepared.schedule = schedule_of(plan, library_, accelerator_.pe.count);
  std::array<const MicroKernel*, kMaxRegions> kernels{};
  const std::size_t regions = plan.regions().size();
  for (std::size_t i = 0; i < regions; ++i) {
    const PlannedRegion& planned = plan.regions()[i];
    kernels[i] = &library_.kernels[static_cast<std::size_t>(planned.kernel)];
    prepared.facts[i] = facts_[static_cast<std::size_t>(planned.kernel)];
    if (kernels[i]->edge == EdgeRule::trimmed) {
      const TileShape mean = computed_tile(*kernels[i], planned.region);
      prepared.facts[i].profile = profile_of(accelerator_, *kernels[i], mean, options_.burst_cost);
    }
    prepared.regions[i] = runs_of(accelerator_, prepared.facts[i], task_count(planned.region, kernels[i]->tile),
                                  static_cast<double>(kernels[i]->steps(planned.region.k.size())), prepared.traffic[i]);
    if (options_.zero_fill) prepared.facts[i].profile.latency_cycles = 0.0;
  }
  prepared.list_count =
      lists_of(prepared.schedule, {prepared.regions.data(), regions}, {prepared.facts.data(), regions},
               {kernels.data(), regions}, memory_latency_, prepared.lists);
  return prepared;
}

Measurement Simulator::judge(const Plan& plan) const {
  if (plan.shape.empty()) return {.median = {}, .source = TimeSource::simulated};
  const Prepared prepared = prepare(plan);
  const double cycles = longest(work_through(prepared.all_lists(), machine_));
  return {.median = device_time(plan.shape, cycles), .source = TimeSource::simulated};
}

Picoseconds Simulator::device_time(const GemmShape& shape, double cycles) const {
  const Picoseconds time = accelerator_.fixed.start + accelerator_.to_time({cycles});
  refuse_endless(shape, time, accelerator_.name);
  return time;
}

// Every term is a time that some server or level needs for the work it must do in any order.
Picoseconds Simulator::lower_bound(const Plan& plan) const {
  if (plan.shape.empty()) return {};
  const Prepared prepared = prepare(plan);
  double bound = 0.0;
  std::array<double, kMaxLevels> level_bytes{};
  for (const SlotList& list : prepared.all_lists()) {
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
    bound = std::max(bound, level_bytes[level] / machine_.totals[level] * (1.0 - kDivisionError));
  }
  return accelerator_.fixed.start + accelerator_.to_time({bound * (1.0 - 1e-9)});
}

Picoseconds Simulator::least_task_time(std::int64_t kernel, std::int64_t k) const {
  const auto at = static_cast<std::size_t>(kernel);
  if (library_.kernels[at].edge == EdgeRule::trimmed) return {};  // a task may be a single element
  const double steps = static_cast<double>(library_.kernels[at].steps(k));
  const Picoseconds rounded = accelerator_.to_time({facts_[at].profile.chain_cycles(steps) * (1.0 - 1e-9)});
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
  const KernelFacts facts{profile_of(accelerator_, kernel, kernel.tile, options_.burst_cost),
                          kernel.resources.occupancy};
  const double depth = static_cast<double>(steps * kernel.tile.k);
  const std::int64_t slots = accelerator_.pe.count * facts.occupancy;
  const MicroKernel* const kernels[] = {&kernel};
  const auto cycles_of = [&](std::int64_t tasks_each) {
    const std::int64_t tasks = tasks_each * slots;
    RegionTraffic traffic;
    traffic.near_reads =
        static_cast<double>(tasks) * depth *
        static_cast<double>(kernel.tile.m * bytes_of(kernel.types.a) + kernel.tile.n * bytes_of(kernel.types.b));
    traffic.writes = static_cast<double>(tasks * kernel.tile.area() * bytes_of(kernel.types.d));
    const RegionRuns runs = runs_of(accelerator_, facts, tasks, static_cast<double>(steps), traffic);
    std::array<TaskClass, 1> classes{{{tasks, Picoseconds{1}, 0}}};
    std::array<SlotList, kMaxGroups> lists;
    const std::size_t count =
        lists_of(max_min(classes, slots), {&runs, 1}, {&facts, 1}, kernels, memory_latency_, lists);
    return longest(work_through({lists.data(), count}, machine_));
  };
  const double two = cycles_of(2);
  return {steps, accelerator_.to_time({cycles_of(1)}), accelerator_.to_time({cycles_of(3) - two})};
}

TimeCurve::Conditions Simulator::conditions() const {
  return {.load = "all PEs busy with the same task", .source_level = accelerator_.memory.front().name};
}

}  // namespace mikpoly::sim
