// The report of a run: what the machine was busy with, and what was wasted.
#include <algorithm>

#include "core/base/integer_math.hpp"
#include "core/cost/reduction.hpp"
#include "sim/prepared.hpp"

namespace mikpoly::sim {
namespace {

// Multiply-accumulates of what the tasks compute: full tiles, where the kernel pads.
double computed_macs(const PlannedRegion& planned, const MicroKernel& kernel) {
  if (kernel.edge == EdgeRule::trimmed) {
    const Region& region = planned.region;
    return static_cast<double>(region.m.size() * region.n.size()) *
           static_cast<double>(region.k.size() * region.batch.size());
  }
  const double tasks = static_cast<double>(task_count(planned, kernel.tile));
  return tasks * static_cast<double>(kernel.tile.area()) *
         static_cast<double>(kernel.steps(planned.depth()) * kernel.tile.k);
}

void add_levels(const PlanTraffic& traffic, const Accelerator& accelerator, SimulationReport& report) {
  LevelTraffic near{accelerator.memory.front().name, 0.0, 0.0};
  LevelTraffic main{accelerator.memory.back().name, 0.0, 0.0};
  for (const RegionTraffic& region : traffic) {
    near.read_bytes += region.near_reads;
    near.written_bytes += region.writes;
    main.read_bytes += region.main_reads;
    main.written_bytes += region.main_writes;
  }
  report.levels.push_back(near);
  if (accelerator.memory.size() > 1) report.levels.push_back(main);
}

// The pipe (mean over the PEs) or the shared level with the largest share of the run's cycles.
std::string bound_by(const SimulationReport& report, const Accelerator& accelerator, double cycles) {
  std::string name;
  double largest = 0.0;
  const double pes = static_cast<double>(accelerator.pe.count);
  for (const PipeUse& use : report.pipes) {
    const double share =
        static_cast<double>(use.busy.count) / (pes * static_cast<double>(accelerator.to_time({cycles}).count));
    if (share > largest) {
      largest = share;
      name = use.pipe;
    }
  }
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const double share =
        (report.levels[i].read_bytes + report.levels[i].written_bytes) / (accelerator.memory[i].total * cycles);
    if (share > largest) {
      largest = share;
      name = report.levels[i].level;
    }
  }
  return name;
}

}  // namespace

SimulationReport Simulator::run(const Plan& plan) const {
  SimulationReport report;
  if (plan.shape.empty()) return report;
  const Prepared prepared = prepare(plan);
  const BlockRun outcome = run_prepared(prepared);
  const double cycles = outcome.cycles;
  report.time = device_time(plan, cycles);
  report.macs = plan.shape.macs();

  const auto& pipes = accelerator_.datapath.pipes;
  std::vector<double> busy(pipes.size(), 0.0);
  double computed = 0.0;
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(plan.regions()[i].kernel)];
    const double tasks = static_cast<double>(prepared.regions[i].tasks);
    const double steps = static_cast<double>(kernel.steps(plan.regions()[i].depth()));
    computed += computed_macs(plan.regions()[i], kernel);
    report.tasks += prepared.regions[i].tasks;
    for (std::size_t p = 0; p < pipes.size(); ++p) {
      busy[p] += tasks * prepared.profiles[i].pipes[p].of(steps);
    }
    const RegionRuns& runs = prepared.regions[i];
    const double load = runs.cold_share * runs.cold.load_cycles + (1.0 - runs.cold_share) * runs.warm.load_cycles;
    for (const Stage& stage : accelerator_.datapath.stages) {
      const auto p = static_cast<std::size_t>(std::find(pipes.begin(), pipes.end(), stage.pipe) - pipes.begin());
      if (stage.kind == StageKind::load) busy[p] += tasks * load;
      if (stage.kind == StageKind::store) busy[p] += tasks * runs.cold.store_cycles;
    }
  }
  for (std::size_t p = 0; p < pipes.size(); ++p) report.pipes.push_back({pipes[p], accelerator_.to_time({busy[p]})});

  report.waves = outcome.waves;
  report.tail_util = cycles > 0.0 ? outcome.busy_pes / (cycles * static_cast<double>(accelerator_.pe.count)) : 1.0;
  report.pad_waste = computed > 0.0 ? 1.0 - report.macs / computed : 0.0;
  add_levels(prepared.traffic, accelerator_, report);
  report.bound_by = bound_by(report, accelerator_, std::max(cycles, 1e-9));
  return report;
}

Simulator::Recording Simulator::record(const Plan& plan) const {
  Recording recording{.lists = {},
                      .progress = {},
                      .busy = {},
                      .spans = {},
                      .regions = {},
                      .start_us = accelerator_.fixed.start.microseconds(),
                      .cycles_per_us = accelerator_.pe.clock_ghz * 1000.0};
  if (plan.shape.empty()) return recording;
  const Prepared prepared = prepare(plan);
  recording.reduction_us = reduction_time(plan, accelerator_, library_.key.types).microseconds();
  if (is_static()) {
    work_through(prepared.all_lists(), machine_, &recording.progress);
  } else {
    static_cast<void>(run_all_blocks(prepared, &recording.spans));
    recording.regions.assign(prepared.blocks.regions.begin(), prepared.blocks.regions.end());
  }
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    std::array<double, kMaxPipes>& cycles = recording.busy.emplace_back();
    for (std::size_t p = 0; p < kMaxPipes; ++p) {
      cycles[p] = prepared.profiles[i].pipes[p].of(prepared.regions[i].cold.steps);
    }
  }
  recording.lists.assign(prepared.all_lists().begin(), prepared.all_lists().end());
  return recording;
}

}  // namespace mikpoly::sim
