// A plan made ready for the machine: its regions' runs and its slots' lists.
#pragma once

#include <array>
#include <span>

#include "sim/simulator.hpp"

namespace mikpoly::sim {

struct Simulator::Prepared {
  PlanTraffic traffic;
  std::array<RegionRuns, kMaxRegions> regions;
  std::array<KernelFacts, kMaxRegions> facts;
  Schedule schedule;
  std::array<SlotList, kMaxGroups> lists;
  std::size_t list_count = 0;

  [[nodiscard]] std::span<const SlotList> all_lists() const { return {lists.data(), list_count}; }
};

}  // namespace mikpoly::sim
