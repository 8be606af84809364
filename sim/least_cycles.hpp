// Cycles that no run of a machine can be below: what proves that a plan cannot be the best one.
//
// Of a group of slots that work through lists: the chain begins when a first k step is loaded; when the last step is
// loaded, it still has to be computed; a tile is stored when it is finished, so that the last one is stored after the
// chain; and every server needs the time of its own work. Shared levels need the time of all bytes.
//
// Source: the rules of machine.hpp. Loads and stores may pass their own rate by what the division of the levels leaves
// (kDivisionError); the bounds allow for it.
#pragma once

#include <span>

#include "core/allocation/max_min.hpp"
#include "sim/kernel_profile.hpp"
#include "sim/machine.hpp"
#include "sim/plan_blocks.hpp"

namespace mikpoly::sim {

/// Of work_through().
double least_cycles(std::span<const SlotList> lists, const MachineOptions& options);

/// Alike tasks as the chain sees them.
struct ChainTasks {
  const KernelProfile* profile = nullptr;
  double cycles = 0.0;  ///< of a task
};

/// The same by the chains alone, for what is known of a plan before its traffic: `chains` by the schedule's regions, in
/// whatever order a group works through them. Cost: some ten nanoseconds a group.
double least_chain_cycles(const Schedule& schedule, std::span<const ChainTasks> chains, double memory_latency);

/// Of run_blocks(): the mean PE's work after a first block's fixed part, the PE that has most blocks, the longest
/// block, each level's bytes.
double least_cycles(std::span<const BlockClass> classes, const BlockMachine& machine);

}  // namespace mikpoly::sim
