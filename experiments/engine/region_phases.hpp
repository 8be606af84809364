// The time of a region's task, divided into the parts of its pipeline.
//
//   latency(t) = fill and drain + t * step,   step = (latency(2 t) - latency(t)) / t
//
// after the kernel's time curve, so that the parts add up to what the cost models go by. What the next task hides is
// latency(t) - interval(t). Known limits: fill and drain are not told apart; beyond the curve's last knot its slope
// goes on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::lab {

struct RegionPhases {
  std::string kernel;
  std::int64_t tasks = 0;
  std::int64_t steps = 0;  ///< of one task
  Picoseconds latency;     ///< of one task alone
  Picoseconds steady;      ///< of it, multiplying
  Picoseconds hidden;      ///< of it, beside the next task
};

/// In the order of the plan's regions.
std::vector<RegionPhases> phases_of(const Plan& plan, const KernelLibrary& library);

}  // namespace mikpoly::lab
