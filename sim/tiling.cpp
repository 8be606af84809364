#include "sim/tiling.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "core/base/integer_math.hpp"
#include "core/cost/traffic.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/kernel/micro_kernel.hpp"
#include "sim/kernel_profile.hpp"
#include "sim/machine.hpp"

namespace mikpoly::sim {
namespace {

constexpr std::int64_t kFractal = 16;

/// What one core computes.
struct Block {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t batch = 0;
};

// Whole fractals, as even as they allow; the last core has what is left.
std::int64_t share_of(std::int64_t extent, std::int64_t cores, std::int64_t unit) {
  return ceil_div(ceil_div(extent, unit), cores) * unit;
}

Block largest_block(const GemmShape& shape, const Tiling& tiling) {
  return {std::min(shape.m, share_of(shape.m, tiling.cores_m, kFractal)),
          std::min(shape.n, share_of(shape.n, tiling.cores_n, kFractal)), share_of(shape.batch, tiling.cores_batch, 1)};
}

/// The buffer that loads fill.
const LocalBuffer& load_buffer(const Accelerator& accelerator) {
  const auto& stages = accelerator.datapath.stages;
  const auto load = std::ranges::find(stages, StageKind::load, &Stage::kind);
  return accelerator.buffer(load->to);
}

// L1 holds whole fractals.
std::int64_t bytes_in_l1(const Residency& residency, std::int64_t tile, std::int64_t block, std::int64_t step,
                         std::int64_t depth, std::int64_t element) {
  const std::int64_t whole_depth = round_up(depth, kFractal);
  if (residency.whole) return round_up(block, kFractal) * whole_depth * element * residency.copies;
  return tile * std::min(step * residency.steps, whole_depth) * element * residency.copies;
}

// Of the buffers that stages other than loads fill, the first that is too small.
std::string small_buffer(const Accelerator& accelerator, const GemmTypes& types, const Tiling& tiling) {
  for (const Stage& stage : accelerator.datapath.stages) {
    const bool drains = stage.kind == StageKind::move && stage.operands.front() == Operand::c;
    if (stage.kind == StageKind::load || stage.kind == StageKind::store || drains) continue;
    const std::int64_t copies = stage.kind == StageKind::compute ? tiling.accumulators : tiling.feed_copies;
    if (stage_bytes(stage, types, tiling.tile).count * copies > accelerator.buffer(stage.to).capacity.count) {
      return stage.to;
    }
  }
  return "";
}

// By the matrix units alone, all cores busy.
bool takes_too_long(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape) {
  const ComputeRate& rate = *accelerator.rate_for(types.a);
  const double macs = static_cast<double>(rate.unit.m * rate.unit.n * rate.unit.k * accelerator.pe.count);
  constexpr double kMargin = 1e4;  // what a poor tiling may cost on top
  return accelerator.to_time({shape.macs() / macs * kMargin}).count >= kLongestTime;
}

/// Bytes that a core loads for its block.
struct Loads {
  double a = 0.0;
  double b = 0.0;
};

// An operand is loaded once where it stays in L1 whole, or where the panel of a tile stays there while the other
// operand passes; else again for every tile along the other axis.
Loads loads_of(const GemmTypes& types, const GemmShape& shape, const Tiling& tiling, const Block& block) {
  const double depth = static_cast<double>(shape.k * block.batch);
  const double a = static_cast<double>(block.rows * bytes_of(types.a)) * depth;
  const double b = static_cast<double>(block.columns * bytes_of(types.b)) * depth;
  const double across = static_cast<double>(ceil_div(block.rows, tiling.tile.m));
  const double along = static_cast<double>(ceil_div(block.columns, tiling.tile.n));
  const bool a_panel = tiling.a.steps * tiling.tile.k >= shape.k;
  const bool b_panel = tiling.b.steps * tiling.tile.k >= shape.k;
  if (tiling.a.whole && tiling.b.whole) return {a, b};
  if (tiling.a.whole) return {a, b_panel ? b : b * across};
  if (tiling.b.whole) return {a_panel ? a : a * along, b};
  const Loads row_by_row{a_panel ? a : a * along, b * across};
  const Loads column_by_column{a * along, b_panel ? b : b * across};
  return row_by_row.a + row_by_row.b <= column_by_column.a + column_by_column.b ? row_by_row : column_by_column;
}

KernelProfile profile_for(const Accelerator& accelerator, const GemmTypes& types, const Tiling& tiling) {
  MicroKernel kernel;
  kernel.tile = tiling.tile;
  kernel.types = types;
  kernel.resources.feed_buffers = tiling.feed_copies;
  kernel.resources.accumulator_buffers = tiling.accumulators;
  return profile_of(accelerator, kernel, tiling.tile, true);
}

// Share of a core's loads that comes from main memory: every operand once, by all cores together.
double main_share(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape, double loaded) {
  if (accelerator.memory.size() == 1) return 1.0;
  const double batch = static_cast<double>(shape.batch * shape.k);
  const double once = batch * static_cast<double>(shape.m * bytes_of(types.a) + shape.n * bytes_of(types.b));
  const double kept = static_cast<double>(accelerator.memory.front().capacity.count);
  const double again = std::max(0.0, 1.0 - kept / once);  // of what passes again
  return std::min(1.0, (once + again * std::max(0.0, loaded - once)) / loaded);
}

SlotList list_of(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape, const Tiling& tiling,
                 const KernelProfile& profile, const Block& block) {
  const double tasks =
      static_cast<double>(ceil_div(block.rows, tiling.tile.m) * ceil_div(block.columns, tiling.tile.n) * block.batch);
  const double steps = static_cast<double>(std::max<std::int64_t>(1, ceil_div(shape.k, tiling.tile.k)));
  const Loads loads = loads_of(types, shape, tiling, block);
  const double bytes = (loads.a + loads.b) / tasks;
  const double cores = static_cast<double>(tiling.cores());
  const double main = main_share(accelerator, types, shape, (loads.a + loads.b) * cores);
  const MemoryLevel& near = accelerator.memory.front();
  const double slow = (loads.a / load_share(accelerator.datapath, Operand::a, shape.k) +
                       loads.b / load_share(accelerator.datapath, Operand::b, shape.n)) /
                      (loads.a + loads.b);
  // Whole operands come in long bursts; panels in one burst for each L1 step.
  const std::int64_t depth =
      std::max<std::int64_t>(1, std::min(tiling.a.whole ? 64 : tiling.a.steps, tiling.b.whole ? 64 : tiling.b.steps));
  const double overhead = steps * profile.load_overhead_bytes / static_cast<double>(depth);

  SlotList list;
  list.run_count = 1;
  Run& run = list.runs[0];
  run.tasks = tasks;
  run.steps = steps;
  run.chain_cycles = profile.chain_cycles(steps);
  run.load_bytes = bytes;
  run.load_cycles =
      slow * (bytes + overhead) * ((1.0 - main) / near.read_per_pe + main / accelerator.memory.back().read_per_pe);
  run.store_bytes = static_cast<double>(block.rows * block.columns * block.batch * bytes_of(types.d)) / tasks;
  run.store_cycles = std::max(profile.store_cycles, run.store_bytes / near.write_per_pe);
  list.levels[0].load_shares = {1.0, main};
  list.levels[0].store_shares = {1.0, 0.0};
  list.ahead = static_cast<double>(
      std::max(tiling.a.whole ? tiling.b.steps * tiling.b.copies : tiling.a.steps * tiling.a.copies, std::int64_t{1}));
  list.behind = profile.output_places;
  list.latency = profile.latency_cycles;
  for (const MemoryLevel& level : accelerator.memory) list.latency += level.latency_cycles;
  return list;
}

MachineOptions options_of(const Accelerator& accelerator) {
  MachineOptions machine{.totals = {accelerator.memory.front().total, kUnlimited}};
  if (accelerator.memory.size() > 1) machine.totals[1] = accelerator.memory.back().total;
  return machine;
}

std::string residency_text(const Residency& residency) {
  return residency.whole ? "whole" : fmt::format("{} steps x{}", residency.steps, residency.copies);
}

}  // namespace

std::string to_text(const Tiling& tiling) {
  return fmt::format("{}x{}{} cores, {}x{}x{}, A {}, B {}, feed x{}, accumulators {}", tiling.cores_m, tiling.cores_n,
                     tiling.cores_batch > 1 ? fmt::format("x{}", tiling.cores_batch) : "", tiling.tile.m, tiling.tile.n,
                     tiling.tile.k, residency_text(tiling.a), residency_text(tiling.b), tiling.feed_copies,
                     tiling.accumulators);
}

std::string tiling_fault(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape,
                         const Tiling& tiling) {
  if (tiling.cores() > accelerator.pe.count) {
    return fmt::format("{} cores of {}", tiling.cores(), accelerator.pe.count);
  }
  const TileShape& tile = tiling.tile;
  if (tile.m % kFractal != 0 || tile.n % kFractal != 0 || tile.k % kFractal != 0) {
    return fmt::format("the tile {}x{}x{} is not of whole fractals of {}", tile.m, tile.n, tile.k, kFractal);
  }
  if (takes_too_long(accelerator, types, shape)) return "takes longer than 13 days";
  if (const std::string buffer = small_buffer(accelerator, types, tiling); !buffer.empty()) {
    return fmt::format("{} is too small for the tile", buffer);
  }
  const Block block = largest_block(shape, tiling);
  const std::int64_t in_l1 =
      bytes_in_l1(tiling.a, tiling.tile.m, block.rows, tiling.tile.k, shape.k, bytes_of(types.a)) +
      bytes_in_l1(tiling.b, tiling.tile.n, block.columns, tiling.tile.k, shape.k, bytes_of(types.b));
  const LocalBuffer& l1 = load_buffer(accelerator);
  if (in_l1 <= l1.capacity.count) return "";
  return fmt::format("{} bytes in {} of {}", in_l1, l1.name, l1.capacity.count);
}

Picoseconds tiling_time(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape,
                        const Tiling& tiling) {
  const KernelProfile profile = profile_for(accelerator, types, tiling);
  const Block full = largest_block(shape, tiling);
  const std::int64_t across = ceil_div(shape.m, full.rows);
  const std::int64_t along = ceil_div(shape.n, full.columns);
  const std::int64_t batches = ceil_div(shape.batch, full.batch);
  std::array<SlotList, 4> lists;
  std::size_t count = 0;
  const auto add = [&](std::int64_t cores, const Block& block) {
    if (cores == 0 || block.rows == 0 || block.columns == 0) return;
    lists[count] = list_of(accelerator, types, shape, tiling, profile, block);
    lists[count++].slots = static_cast<double>(cores * batches);
  };
  const std::int64_t last_rows = shape.m - (across - 1) * full.rows;
  const std::int64_t last_columns = shape.n - (along - 1) * full.columns;
  add((across - 1) * (along - 1), full);
  add(along - 1, {last_rows, full.columns, full.batch});
  add(across - 1, {full.rows, last_columns, full.batch});
  add(1, {last_rows, last_columns, full.batch});
  const auto ends = work_through({lists.data(), count}, options_of(accelerator));
  return accelerator.fixed.start + accelerator.to_time({*std::max_element(ends.begin(), ends.end())});
}

}  // namespace mikpoly::sim
