// The planner of `makespan` for libraries whose kernels trim their edges.
#pragma once

#include <memory>
#include <vector>

#include "core/planner/planner.hpp"

namespace mikpoly {

std::unique_ptr<Planner> make_trimmed_planner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                                              std::vector<const PolymerizationPattern*> chosen);

}  // namespace mikpoly
