// From a plan to the blocks of a machine whose PEs hold several tasks at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/block_machine.hpp"
#include "sim/plan_lists.hpp"

namespace mikpoly::sim {

/// A region's blocks come in at most two classes: whole tasks, and those divided along k.
inline constexpr std::size_t kMaxBlockClasses = 2 * kMaxRegions;

/// Blocks in the order of their numbers.
struct PlanBlocks {
  std::array<BlockClass, kMaxBlockClasses> classes;
  std::array<std::size_t, kMaxBlockClasses> regions{};  ///< of the plan, by class
  std::size_t count = 0;

  [[nodiscard]] std::span<const BlockClass> all() const { return {classes.data(), count}; }
  void add(const BlockClass& blocks, std::size_t region);
};

/// Adds the tasks of a region, their bytes spread evenly over them. `exposed_cycles`: of each block, from first request
/// to first multiply and from the last one to the first byte out. With a `grid`, not 0, tasks are divided as Stream-K
/// does (core/plan/stream_k.hpp); what is cut writes and reads a partial tile.
void add_blocks(const Accelerator& accelerator, const MicroKernel& kernel, const KernelProfile& profile,
                double exposed_cycles, const RegionRuns& runs, const RegionTraffic& traffic, std::size_t region,
                std::int64_t grid, PlanBlocks& blocks);

/// Runs a launch for each region, one after the other, with a gap between them.
BlockRun run_launches(const PlanBlocks& blocks, const BlockMachine& machine, double gap_cycles,
                      std::vector<BlockSpan>* spans = nullptr);

}  // namespace mikpoly::sim
