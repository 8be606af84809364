// A plan made ready for the machine: its regions' runs, and its slots' lists or its blocks.
#pragma once

#include <array>
#include <span>

#include "sim/plan_blocks.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::sim {

struct Simulator::Prepared {
  PlanTraffic traffic;
  std::array<RegionRuns, kMaxRegions> regions;
  std::array<KernelProfile, kMaxRegions> profiles;
  std::array<const MicroKernel*, kMaxRegions> kernels{};
  Schedule schedule;  ///< of a static machine
  std::array<SlotList, kMaxGroups> lists;
  std::size_t list_count = 0;
  PlanBlocks blocks;      ///< of the others
  std::int64_t grid = 0;  ///< of blocks that tasks are divided over; 0: they are not

  [[nodiscard]] std::span<const SlotList> all_lists() const { return {lists.data(), list_count}; }
};

}  // namespace mikpoly::sim
