#include "sim/plan_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace mikpoly::sim {
namespace {

constexpr double kNoWork = 1e-9;  // cycles of a main loop that computes nothing

BlockClass block_of(const Accelerator& accelerator, const MicroKernel& kernel, const KernelProfile& profile,
                    double exposed_cycles, const RegionRuns& runs, const RegionTraffic& traffic) {
  const double tasks = static_cast<double>(runs.tasks);
  const double cold = runs.cold_share * runs.cold.load_cycles;
  BlockClass block{.count = runs.tasks, .residents = kernel.resources.occupancy};
  block.fixed_cycles = profile.task_cycles + exposed_cycles + runs.cold.store_cycles;
  block.compute_cycles = std::max(kNoWork, runs.cold.steps * profile.step_cycles);
  block.port_cycles = cold + (1.0 - runs.cold_share) * runs.warm.load_cycles;
  const MemoryLevel& near = accelerator.memory.front();
  block.latency_cycles = runs.cold.steps * near.latency_cycles /
                         static_cast<double>(std::max<std::int64_t>(1, kernel.resources.load_buffers));
  block.level_bytes = {(traffic.near_reads + traffic.writes) / tasks,
                       (traffic.main_reads + traffic.main_writes) / tasks};
  return block;
}

}  // namespace

void PlanBlocks::add(const BlockClass& blocks, std::size_t region) {
  ensure(count < kMaxBlockClasses, "a region has at most two classes of blocks");
  classes[count] = blocks;
  regions[count++] = region;
}

void add_blocks(const Accelerator& accelerator, const MicroKernel& kernel, const KernelProfile& profile,
                double exposed_cycles, const RegionRuns& runs, const RegionTraffic& traffic, std::size_t region,
                std::int64_t grid, PlanBlocks& blocks) {
  const BlockClass task = block_of(accelerator, kernel, profile, exposed_cycles, runs, traffic);
  const std::int64_t places = accelerator.pe.count * task.residents;
  const std::int64_t rest = task.count % places;
  if (grid == 0 || rest == 0) return blocks.add(task, region);
  const std::int64_t divided = task.count > places ? rest + places : rest;
  BlockClass whole = task;
  whole.count = task.count - divided;
  if (whole.count > 0) blocks.add(whole, region);
  BlockClass part = task;
  // No part is less than a k step.
  part.count = std::min(task.count > places ? places : std::min(grid, places),
                        std::max<std::int64_t>(1, std::llround(static_cast<double>(divided) * runs.cold.steps)));
  if (part.count == divided) return blocks.add(part, region);  // as many blocks as tiles: none is cut
  const double share = static_cast<double>(divided) / static_cast<double>(part.count);
  part.compute_cycles *= share;
  part.port_cycles *= share;
  part.latency_cycles *= share;
  for (double& bytes : part.level_bytes) bytes *= share;
  part.level_bytes[0] += 2.0 * static_cast<double>(kernel.tile.area() * bytes_of(kernel.types.acc));
  blocks.add(part, region);
}

BlockRun run_launches(const PlanBlocks& blocks, const BlockMachine& machine, double gap_cycles,
                      std::vector<BlockSpan>* spans) {
  BlockRun all;
  for (std::size_t first = 0; first < blocks.count;) {
    std::size_t end = first + 1;
    while (end < blocks.count && blocks.regions[end] == blocks.regions[first]) ++end;
    const std::size_t before = spans != nullptr ? spans->size() : 0;
    const BlockRun one = run_blocks(blocks.all().subspan(first, end - first), machine, spans);
    for (std::size_t i = before; spans != nullptr && i < spans->size(); ++i) {
      BlockSpan& span = (*spans)[i];
      span.block_class += first;
      span.begin += all.cycles;
      span.end += all.cycles;
    }
    all.cycles += one.cycles + (end < blocks.count ? gap_cycles : 0.0);
    all.busy_pes += one.busy_pes;
    all.waves += one.waves;
    first = end;
  }
  return all;
}

}  // namespace mikpoly::sim
