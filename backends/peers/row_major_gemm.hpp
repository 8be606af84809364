// A problem as the libraries write it: D row major, A and B stored plain or transposed.
//
// Every mix of orders and transposes is one of these: a column-major D is the row-major D^T = op(B)^T op(A)^T, and a
// matrix stored by columns is the transposed of one stored by rows. No data moves.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"

namespace mikpoly {

struct StoredMatrix {
  bool transposed = false;  ///< of a row-major matrix
  std::int64_t leading_dimension = 1;
  std::int64_t batch_stride = 0;

  bool operator==(const StoredMatrix&) const = default;
};

struct RowMajorGemm {
  GemmShape shape;
  StoredMatrix a;
  StoredMatrix b;
  StoredMatrix d;        ///< never transposed
  ElementStrides c;      ///< of any order: it is copied into D before the call
  bool swapped = false;  ///< A is the problem's B and B its A

  bool operator==(const RowMajorGemm&) const = default;
};

/// The pointers of one batch element, as RowMajorGemm names them.
struct PeerOperands {
  const float* a = nullptr;
  const float* b = nullptr;
  float* d = nullptr;
  float alpha = 1.0F;
  float beta = 0.0F;
};

RowMajorGemm row_major(const GemmProblem& problem);

inline PeerOperands operands_of(const RowMajorGemm& gemm, const GemmOperands& operands) {
  const auto* a = static_cast<const float*>(operands.a);
  const auto* b = static_cast<const float*>(operands.b);
  return {gemm.swapped ? b : a, gemm.swapped ? a : b, static_cast<float*>(operands.d),
          static_cast<float>(operands.alpha), static_cast<float>(operands.beta)};
}

inline PeerOperands batch_element(const RowMajorGemm& gemm, const PeerOperands& first, std::int64_t batch) {
  return {first.a + batch * gemm.a.batch_stride, first.b + batch * gemm.b.batch_stride,
          first.d + batch * gemm.d.batch_stride, first.alpha, first.beta};
}

/// D = beta C, in float; beta = 0 writes zeros without reading C. C may be D.
void write_scaled_c(const RowMajorGemm& gemm, const GemmOperands& operands);

/// D = C for operands whose C is another matrix.
void copy_c(const RowMajorGemm& gemm, const GemmOperands& operands);

/// What the libraries leave to the caller: alpha = 0 must not read A and B, and C must stand in D.
/// Returns false when D is finished.
inline bool load_output(const RowMajorGemm& gemm, const GemmOperands& operands) {
  if (operands.alpha == 0.0) {
    write_scaled_c(gemm, operands);
    return false;
  }
  if (operands.beta != 0.0 && operands.c != operands.d) copy_c(gemm, operands);
  return true;
}

}  // namespace mikpoly
