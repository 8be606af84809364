// How a selector chooses a plan for an engine.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "backends/engine/engine.hpp"

namespace mikpoly::lab {

struct PlanChoice {
  Plan plan;
  Picoseconds planning;  ///< wall-clock time of the one selection, what it measured included
};

/// By any selector that find_engine_selector() has. Those that judge, oracle and best-tile, measure: see
/// measured_oracle.hpp; best-tile uses pattern I only. Without output or product: the engine's own, empty plan.
/// Errors: as find_engine_selector(); ConfigError for an unknown pattern; as MeasuredOracle::search(), to which `stop`
/// goes; as accepted_plan().
PlanChoice choose_plan(Engine& engine, const GemmProblem& problem, const std::string& selector,
                       const std::vector<std::string>& patterns, const std::atomic<int>* stop = nullptr);

}  // namespace mikpoly::lab
