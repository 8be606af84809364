// Baselines that run one kernel over the whole output: pattern I.
#pragma once

#include <cstdint>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

/// The shape by one kernel, k whole or in parts; an empty plan when the shape has no output.
Plan single_tile_plan(const GemmShape& shape, std::int64_t kernel, std::int64_t k_parts = 1);

/// The library's kernel nearest to the hardware file's standard tile: by the logarithms of its extents.
std::int64_t standard_kernel(const Accelerator& accelerator, const KernelLibrary& library);

}  // namespace mikpoly
