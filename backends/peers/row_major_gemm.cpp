#include "backends/peers/row_major_gemm.hpp"

#include <algorithm>
#include <utility>

namespace mikpoly {
namespace {

// A matrix of `lines` rows or columns: one that is not contiguous along its rows is contiguous along its columns.
StoredMatrix stored(const MatrixLayout& layout, std::int64_t rows, std::int64_t columns) {
  const ElementStrides strides = strides_of(layout, rows, columns);
  const bool by_rows = (layout.order == Order::row_major) != layout.transposed;
  return {.transposed = !by_rows,
          .leading_dimension = std::max<std::int64_t>(1, by_rows ? strides.row : strides.column),
          .batch_stride = strides.batch};
}

template <typename Write>
void for_each_output(const RowMajorGemm& gemm, Write write) {
  for (std::int64_t z = 0; z < gemm.shape.batch; ++z) {
    for (std::int64_t i = 0; i < gemm.shape.m; ++i) {
      for (std::int64_t j = 0; j < gemm.shape.n; ++j) {
        write(z * gemm.d.batch_stride + i * gemm.d.leading_dimension + j,
              z * gemm.c.batch + i * gemm.c.row + j * gemm.c.column);
      }
    }
  }
}

}  // namespace

RowMajorGemm row_major(const GemmProblem& problem) {
  const auto [m, n, k, batch] = problem.shape;
  RowMajorGemm gemm{.shape = problem.shape,
                    .a = stored(problem.a, m, k),
                    .b = stored(problem.b, k, n),
                    .d = stored(problem.d, m, n),
                    .c = strides_of(problem.c, m, n)};
  if (!gemm.d.transposed) return gemm;
  std::swap(gemm.shape.m, gemm.shape.n);
  std::swap(gemm.a, gemm.b);
  std::swap(gemm.c.row, gemm.c.column);
  gemm.a.transposed = !gemm.a.transposed;
  gemm.b.transposed = !gemm.b.transposed;
  gemm.d.transposed = false;
  gemm.swapped = true;
  return gemm;
}

void write_scaled_c(const RowMajorGemm& gemm, const GemmOperands& operands) {
  const auto beta = static_cast<float>(operands.beta);
  const auto* c = static_cast<const float*>(operands.c);
  auto* d = static_cast<float*>(operands.d);
  for_each_output(gemm, [&](std::int64_t to, std::int64_t from) { d[to] = beta == 0.0F ? 0.0F : beta * c[from]; });
}

void copy_c(const RowMajorGemm& gemm, const GemmOperands& operands) {
  const auto* c = static_cast<const float*>(operands.c);
  auto* d = static_cast<float*>(operands.d);
  for_each_output(gemm, [&](std::int64_t to, std::int64_t from) { d[to] = c[from]; });
}

}  // namespace mikpoly
