#include "core/kernel/feasibility.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly {
namespace {

// Resident tasks by warps and by what their least buffers take of each buffer.
std::int64_t occupancy_of(const Accelerator& accelerator, const GemmTypes& types, const TileShape& tile) {
  const OccupancyRule& rule = accelerator.occupancy;
  if (rule.elements_per_warp == 0) return 1;
  std::int64_t tasks = std::min(rule.max_tasks, rule.resident_warps / warps_of(rule, tile));
  for (const Stage& stage : accelerator.datapath.stages) {
    if (stage.kind == StageKind::store || stage.streams) continue;
    const std::int64_t needed = stage_bytes(stage, types, tile).count * stage.buffers[0];
    if (needed > 0) tasks = std::min(tasks, accelerator.buffer(stage.to).capacity.count / needed);
  }
  return std::max<std::int64_t>(tasks, 1);
}

}  // namespace

namespace {

// What the stages that fill the same buffer take of it at least, beside `stage`.
std::int64_t taken_beside(const Accelerator& accelerator, const Stage& stage, const GemmTypes& types,
                          const TileShape& tile) {
  std::int64_t bytes = 0;
  for (const Stage& other : accelerator.datapath.stages) {
    if (&other == &stage || other.kind == StageKind::store || other.streams || other.to != stage.to) continue;
    bytes += stage_bytes(other, types, tile).count * other.buffers[0];
  }
  return bytes;
}

}  // namespace

std::int64_t warps_of(const OccupancyRule& rule, const TileShape& tile) {
  return std::clamp(ceil_div(tile.area(), rule.elements_per_warp), rule.least_warps, rule.most_warps);
}

Bytes stage_bytes(const Stage& stage, const GemmTypes& types, const TileShape& tile) {
  if (stage.kind == StageKind::compute) return {tile.area() * bytes_of(types.acc)};
  std::int64_t bytes = 0;
  for (const Operand operand : stage.operands) {
    if (operand == Operand::a) bytes += tile.m * tile.k * bytes_of(types.a);
    if (operand == Operand::b) bytes += tile.k * tile.n * bytes_of(types.b);
    if (operand == Operand::c) bytes += tile.area() * bytes_of(types.d);
  }
  return {bytes};
}

Feasibility check_tile(const Accelerator& accelerator, const GemmTypes& types, const TileShape& tile) {
  Feasibility result;
  if (accelerator.rate_for(types.a) == nullptr) {
    result.reason = "no matrix unit for the type";
    return result;
  }
  result.resources.occupancy = occupancy_of(accelerator, types, tile);
  constexpr std::int64_t kAnyNumber = std::int64_t{1} << 40;
  std::int64_t feed_buffers = kAnyNumber;
  std::int64_t load_buffers = kAnyNumber;
  for (const Stage& stage : accelerator.datapath.stages) {
    if (stage.kind == StageKind::store) continue;
    const std::int64_t share = accelerator.buffer(stage.to).capacity.count / result.resources.occupancy;
    const std::int64_t left = std::max<std::int64_t>(0, share - taken_beside(accelerator, stage, types, tile));
    const std::int64_t fitting = left / std::max<std::int64_t>(stage_bytes(stage, types, tile).count, 1);
    // A tile's way out may pass a buffer in pieces; its way in may not.
    const bool in_pieces = stage.kind == StageKind::move && stage.operands.front() == Operand::c;
    if (fitting < stage.buffers[0] && !in_pieces && !stage.streams) {
      result.reason = stage.to;
      return result;
    }
    const std::int64_t copies =
        stage.streams ? stage.buffers[1] : std::clamp(fitting, stage.buffers[0], stage.buffers[1]);
    if (stage.kind == StageKind::load) load_buffers = std::min(load_buffers, copies);
    if (stage.kind == StageKind::compute) result.resources.accumulator_buffers = copies;
    if (stage.kind == StageKind::move && !in_pieces) feed_buffers = std::min(feed_buffers, copies);
  }
  result.resources.load_buffers = load_buffers;
  result.resources.feed_buffers = feed_buffers == kAnyNumber ? 1 : feed_buffers;
  result.feasible = true;
  return result;
}

}  // namespace mikpoly
