// The planner of the additive cost models: exact search over cuts, pattern by pattern.
#pragma once

#include <memory>
#include <vector>

#include "core/planner/planner.hpp"

namespace mikpoly {

std::unique_ptr<Planner> make_additive_planner(AdditiveForm form, const Accelerator& accelerator,
                                               const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen);

}  // namespace mikpoly
