#include "backends/cpu/task.hpp"

#include <algorithm>
#include <unistd.h>
#include <vector>

#include "backends/cpu/split.hpp"
#include "backends/cpu/tile_task.hpp"
#include "backends/cpu/vector_tasks.hpp"

namespace mikpoly::cpu {
namespace {

void run_kernel(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                const Range& columns, WorkerMemory& memory) {
  switch (kernel.family) {
    case Family::tile:
      return run_tile_task(kernel, blocking, gemm, rows, columns, memory);
    case Family::dot:
      return run_dot_task(kernel, blocking, gemm, rows, columns, memory);
    case Family::stream:
      return run_stream_task(kernel, gemm, rows, columns, memory);
  }
}

// Sums of all k apart from D, a part of the task at a time, and then their finish.
void run_apart(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
               const Range& columns, WorkerMemory& memory) {
  constexpr std::int64_t kRows = 256;
  constexpr std::int64_t kColumns = 1024;  // with the rows 1 MiB
  CanonicalGemm product = gemm;
  product.finish = {};
  product.plain = true;
  product.accumulate = false;  // C is added by the finish
  const EvenSplit row_parts(rows.size(), kRows, kernel.rows());
  const EvenSplit column_parts(columns.size(), kColumns, kernel.columns());
  for (std::int64_t j = 0; j < column_parts.parts(); ++j) {
    const Range across = shifted(column_parts.part(j), columns.begin);
    product.d_row = across.size();
    for (std::int64_t i = 0; i < row_parts.parts(); ++i) {
      const Range down = shifted(row_parts.part(i), rows.begin);
      float* sums = memory.sum.floats(down.size() * across.size());
      product.d = sums - down.begin * product.d_row - across.begin;
      run_kernel(kernel, blocking, product, down, across, memory);
      kernel.functions->finish(gemm.finish.at(down.begin, across.begin, gemm.d_row),
                               {sums, product.d_row, gemm.d + down.begin * gemm.d_row + across.begin, gemm.d_row,
                                down.size(), across.size()});
    }
  }
}

}  // namespace

void run_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
              const Range& columns, WorkerMemory& memory) {
  const auto run = gemm.sums_apart ? run_apart : run_kernel;
  run(kernel, blocking, gemm, rows, columns, memory);
}

Blocking blocking_of(const TileShape& tile) {
  static const std::int64_t half_of_l2 = [] {
    const long told = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return told > 0 ? static_cast<std::int64_t>(told) / 2 : std::int64_t{1} << 19;
  }();
  return {tile.k, half_of_l2};
}

bool accepts(const CpuKernel& kernel, const CanonicalProblem& problem) {
  const bool is_tile = kernel.family == Family::tile;
  if (problem.packed_height != 0 && !(is_tile && kernel.rows() == problem.packed_height)) return false;
  if (problem.packed_width != 0)
    return is_tile && kernel.packing.b == BAccess::as_it_lies && kernel.columns() == problem.packed_width;
  if (problem.deterministic && !is_tile) return false;
  // B that lies along k is copied whatever the kernel says of it.
  if (is_tile && problem.b.column != 1) return kernel.packing.b == BAccess::as_it_lies;
  if (kernel.family == Family::dot) return problem.a.column == 1;
  if (kernel.family == Family::stream) return problem.b.column == 1;
  return true;
}

void finish_without_product(const CanonicalProblem& problem, const GemmOperands& operands) {
  GemmOperands without = operands;
  without.alpha = 1.0;  // times a product of zeros: 0 * NaN would not be 0
  const auto [m, n, k, batch] = problem.shape;
  const std::vector<float> zeros(static_cast<std::size_t>(n), 0.0F);
  for (std::int64_t b = 0; b < batch; ++b) {
    const CanonicalGemm gemm = batch_element(problem, without, b);
    kPortableFunctions.finish(gemm.finish, {zeros.data(), 0, gemm.d, gemm.d_row, m, n});
  }
}

}  // namespace mikpoly::cpu
