// What a cost model may know of a region: the quantities of equations 2 to 4, as numbers.
#pragma once

#include <cstdint>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

struct RegionFacts {
  std::int64_t tasks = 0;  ///< f_parallel: output tiles, all batch elements, times the parts of k
  std::int64_t steps = 0;  ///< f_num: micro-kernel instances of one task
  std::int64_t slots = 0;  ///< tasks that run at once: PEs * occupancy of the kernel
  Picoseconds latency;     ///< g_predict(steps), of the largest task where a kernel trims its edges
  Picoseconds interval;    ///< between back-to-back tasks on a slot; the latency where edges are trimmed
};

/// Eq. 2 of a plan is the sum over regions of ceil(tasks / slots) * latency.
RegionFacts facts_of(const PlannedRegion& planned, const Accelerator& accelerator, const KernelLibrary& library);

}  // namespace mikpoly
