// The table of cost models.
#pragma once

#include "core/base/registry.hpp"
#include "core/cost/cost_model.hpp"

namespace mikpoly {

/// The accelerator and the library must outlive the model.
using CostModelFactory = std::unique_ptr<CostModel> (*)(const Accelerator&, const KernelLibrary&);

/// In report order: mikpoly, wave, pipe, makespan, makespan-bare and their variants.
const Registry<CostModelFactory>& cost_models();

}  // namespace mikpoly
