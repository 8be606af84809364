// A whole product whose operands fit L1 or nearly: register tiles straight over the operands, without a plan.
#pragma once

#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/cpu/scratch.hpp"

namespace mikpoly::cpu {

/// Whether planning would cost more than it can save: few k steps, operands of an L1 cache.
bool is_small(const GemmShape& shape);

/// A product of one register tile, with B along n: the function that computes it, or null.
TileFunction single_tile(const KernelFunctions& functions, const GemmShape& shape, const InputMatrix& a,
                         const InputMatrix& b);

/// Of a tile over the whole product, without C.
TileArguments tile_arguments(const GemmShape& shape, const InputMatrix& a, const InputMatrix& b, std::ptrdiff_t d_row);

/// D of one batch element; all k in one chain per element.
/// Cost: some nanoseconds beside the arithmetic; allocates only when B lies along k.
void run_small(const KernelFunctions& functions, const CanonicalGemm& gemm, WorkerMemory& memory);

}  // namespace mikpoly::cpu
