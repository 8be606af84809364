// What splitting k over tasks costs beside them: partial sums are written, read again and added up.
//
//   time = fixed.reduction + 2 * parts * (bytes of the output in the accumulator's type) / total rate of the nearest
//   level
//
// Source: two passes over the partial sums; the fixed part is a constant of the hardware file. Regions whose k is whole
// cost nothing.
#pragma once

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

/// Of all regions of the plan, one after the other.
Picoseconds reduction_time(const Plan& plan, const Accelerator& accelerator, const GemmTypes& types);

}  // namespace mikpoly
