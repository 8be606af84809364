// Tasks of the families for few rows or few columns.
#pragma once

#include "backends/cpu/task.hpp"

namespace mikpoly::cpu {

/// Blocks of rows against a few columns that stay in L1. Columns that do not lie along k are laid
/// so first, once per k block and as many rows as L2 holds.
void run_dot_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                  const Range& columns, WorkerMemory& memory);

/// A few rows of C at a time, all of k in one go, a few k steps in a pass over C: its rows should stay in L2.
void run_stream_task(const CpuKernel& kernel, const CanonicalGemm& gemm, const Range& rows, const Range& columns,
                     WorkerMemory& memory);

}  // namespace mikpoly::cpu
