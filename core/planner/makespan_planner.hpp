// The planner of the makespan models: exact on patterns with at most one cut, re-ranking beyond.
#pragma once

#include <memory>
#include <vector>

#include "core/planner/planner.hpp"

namespace mikpoly {

std::unique_ptr<Planner> make_makespan_planner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen);

}  // namespace mikpoly
