// One task: an output tile of a region over its whole k range, computed by one worker with one CPU micro-kernel.
#pragma once

#include <cstdint>

#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/scratch.hpp"
#include "core/hardware/tile_shape.hpp"
#include "core/plan/region.hpp"

namespace mikpoly::cpu {

/// How a task walks its tile.
struct Blocking {
  std::int64_t k = 256;            ///< k steps of a block: uK of the micro-kernel
  std::int64_t a_bytes = 1 << 19;  ///< of A that stay in L2 while panels of B pass
};

/// That of a micro-kernel's tile on this machine: blocks of its k, and of A what takes half of a core's L2, or of 1 MiB
/// where the system does not tell.
Blocking blocking_of(const TileShape& tile);

/// Computes rows x columns of D over all of k.
/// Cost: what it computes; allocates when the worker's memory has to grow.
void run_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
              const Range& columns, WorkerMemory& memory);

/// Whether the kernel can read operands that lie this way and sums as the problem asks: dot needs A along k, stream
/// needs B along n, packed panels and determinism need the tile family.
bool accepts(const CpuKernel& kernel, const CanonicalProblem& problem);

/// D = act(beta * C + bias) + residual everywhere: what is left when there is no product (k or alpha is 0).
void finish_without_product(const CanonicalProblem& problem, const GemmOperands& operands);

}  // namespace mikpoly::cpu
