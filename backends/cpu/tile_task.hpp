// Tasks of the tile family.
#pragma once

#include "backends/cpu/task.hpp"

namespace mikpoly::cpu {

/// Per k block and block of rows, panels of B against register tiles.
void run_tile_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                   const Range& columns, WorkerMemory& memory);

}  // namespace mikpoly::cpu
