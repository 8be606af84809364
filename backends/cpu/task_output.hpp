// Where the kernels of a task leave their sums, and how sums become D.
#pragma once

#include <cstdint>

#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/cpu/l1_cache.hpp"
#include "backends/cpu/scratch.hpp"
#include "core/base/integer_math.hpp"
#include "core/plan/region.hpp"

namespace mikpoly::cpu {

inline constexpr std::int64_t kFloat = sizeof(float);

/// One k block of a task.
struct Slice {
  Range k;
  bool first = true;
  bool last = true;
};

/// Where a kernel leaves a tile, and what is done with it afterwards.
class TaskOutput {
 public:
  TaskOutput(const CanonicalGemm& gemm, const KernelFunctions& functions, WorkerMemory& memory)
      : gemm_(gemm), functions_(functions), memory_(memory) {}

  /// Calls `compute(target, stride, accumulate)` for the tile and finishes it.
  template <typename Compute>
  void tile(const Range& rows, const Range& columns, const Slice& slice, Compute compute) const {
    float* d = gemm_.d + rows.begin * gemm_.d_row + columns.begin;
    if (gemm_.plain) return compute(d, gemm_.d_row, gemm_.accumulate || !slice.first);
    apart(memory_.sum, rows, columns, slice, compute);
  }

  /// The same by way of sums in `scratch`, on whole cache lines.
  template <typename Compute>
  void apart(Scratch& scratch, const Range& rows, const Range& columns, const Slice& slice, Compute compute) const {
    float* d = gemm_.d + rows.begin * gemm_.d_row + columns.begin;
    const std::int64_t stride = round_up(columns.size(), kLineFloats);
    float* sum = scratch.floats(rows.size() * stride);
    compute(sum, stride, false);
    functions_.finish(gemm_.finish.at(rows.begin, columns.begin, gemm_.d_row),
                      {sum, stride, d, gemm_.d_row, rows.size(), columns.size(), slice.first, slice.last});
  }

  /// Whether each of these rows of D, from this column on, begins a cache line.
  [[nodiscard]] bool is_aligned(const Range& rows, std::int64_t column) const {
    const auto address = reinterpret_cast<std::uintptr_t>(gemm_.d + rows.begin * gemm_.d_row + column);
    return address % (kLineFloats * kFloat) == 0 && (rows.size() == 1 || gemm_.d_row % kLineFloats == 0);
  }

 private:
  const CanonicalGemm& gemm_;
  const KernelFunctions& functions_;
  WorkerMemory& memory_;
};

}  // namespace mikpoly::cpu
