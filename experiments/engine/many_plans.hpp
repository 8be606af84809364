// Many shapes at once: planned, and simulated, on several threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/planner/plan_table.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

/// Adds a plan of every shape to `table`, in their order; `predicted` becomes Eq. 2, whatever the selector minimised.
/// Of a shape that the selector declines it is a plan without regions: see PlanTable::declined().
/// On `threads` threads; 0: all usable cores.
/// Errors: the first of Selector::select(); the table is then as it was.
void plan_all(const Workbench& bench, const Selector& selector, std::span<const GemmShape> shapes, std::int64_t threads,
              PlanTable& table);

/// What the simulated machine makes of a plan: zeros and nothing for one without regions.
struct SimulatedPlan {
  Picoseconds time;
  std::int64_t tasks = 0;
  std::int64_t waves = 0;
  double tail_util = 0.0;
  double pad_waste = 0.0;
  std::string bound_by;
};

/// Of the plans [begin, end) of the table. Threads as above.
std::vector<SimulatedPlan> simulate_all(const Workbench& bench, const PlanTable& table, std::int64_t begin,
                                        std::int64_t end, std::int64_t threads);

}  // namespace mikpoly::lab
