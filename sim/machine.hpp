// The event-driven machine: groups of alike slots work through runs of alike tasks.
//
// A slot is three servers in a row, each at a position counted in tasks along the slot's list:
//   loader   moves operands into the load buffer; at most `ahead` k steps before the chain
//   chain    feeds and multiplies; needs the k step it works on loaded whole
//   storer   moves finished tiles out; starts a tile when it is finished, at most `behind` tiles back
// Between events all rates are constant: the loader's and storer's come from the fair share of the shared levels, and
// a server that waits for its neighbour takes the neighbour's rate. Events: a server ends a run, a buffer fills or
// empties. The number of events does not depend on the number of tasks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/fair_share.hpp"

namespace mikpoly::sim {

/// Of rates and places where nothing limits: more than any machine has, and finite.
inline constexpr double kUnlimited = 1e30;

/// Consecutive tasks of one slot that are alike.
struct Run {
  double tasks = 0.0;         ///< may be a fraction: the cold part of a region
  double steps = 1.0;         ///< k steps per task
  double chain_cycles = 0.0;  ///< per task
  double load_bytes = 0.0;    ///< per task, without the cost of short transfers
  double load_cycles = 0.0;   ///< per task, at the loader's own rates
  double store_bytes = 0.0;
  double store_cycles = 0.0;
  std::size_t region = 0;  ///< of the plan, for reports and timelines
};

/// How the bytes of a run touch the shared levels.
struct RunLevels {
  std::array<double, kMaxLevels> load_shares{};
  std::array<double, kMaxLevels> store_shares{};
};

inline constexpr std::size_t kMaxRuns = 10;  // five regions, each cold and warm

/// Alike slots and their list of runs.
struct SlotList {
  double slots = 0.0;
  std::size_t run_count = 0;
  std::array<Run, kMaxRuns> runs;
  std::array<RunLevels, kMaxRuns> levels;
  double ahead = 2.0;    ///< k steps the load buffer holds
  double behind = 2.0;   ///< finished or growing tiles the output side holds
  double latency = 0.0;  ///< cycles from first request to first multiply, and from last multiply to first byte out
};

/// Positions of a group's servers at one moment, for timelines.
struct Progress {
  double cycles = 0.0;
  std::size_t group = 0;
  std::array<double, 3> tasks{};  ///< loader, chain, storer
};

struct MachineOptions {
  std::array<double, kMaxLevels> totals{};  ///< bytes per cycle of each level
  bool zero_fill = false;
};

inline constexpr std::size_t kMaxGroups = 6;  // each region splits at most one group of slots

/// Works through all lists (at most kMaxGroups).
/// Returns: end of each group in cycles, in the order of `lists`; 0 for groups without tasks.
/// `timeline`, when given, receives the positions after every event.
/// Cost: about 10 events per group and run, each linear in the groups.
std::array<double, kMaxGroups> work_through(std::span<const SlotList> lists, const MachineOptions& options,
                                            std::vector<Progress>* timeline = nullptr);

}  // namespace mikpoly::sim
