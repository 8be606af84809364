// An operand laid out once for every later product with it.
//
// Panels of `extent` columns of B, or rows of A, each [k][extent] without gaps, one after the other; what the last
// panel lacks is zero. A k block of a panel lies in one piece, so the layout serves every k block, every extent on the
// other side, and all register tiles of that width or height.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/cpu/scratch.hpp"

namespace mikpoly::cpu {

/// Which operand of a problem was packed.
struct PackedMatrix {
  bool is_a = false;
  bool transposed_product = false;  ///< for a column-major D, which is computed as D^T = B^T A^T
  std::int64_t k = 0;
  std::int64_t length = 0;  ///< rows of A or columns of B

  bool operator==(const PackedMatrix&) const = default;

  /// Whether the kernels read it as their A.
  [[nodiscard]] bool on_left() const { return is_a != transposed_product; }
};

class PackedPanels final : public PackedOperand {
 public:
  /// `source` is op(B), or the transposed of op(A): k x length.
  /// Cost: reads the matrix and writes bytes() once. Errors: std::bad_alloc.
  PackedPanels(const KernelFunctions& functions, const PackedMatrix& matrix, const InputMatrix& source,
               std::int64_t extent);

  [[nodiscard]] const void* data() const override { return data_; }
  [[nodiscard]] std::int64_t bytes() const override { return memory_.bytes(); }
  [[nodiscard]] const PackedMatrix& matrix() const { return matrix_; }
  [[nodiscard]] std::int64_t extent() const { return extent_; }

 private:
  PackedMatrix matrix_;
  std::int64_t extent_;
  Scratch memory_;
  float* data_;
};

/// The same problem with its A, or its B, in panels of so many rows or columns.
CanonicalProblem with_packed_a(CanonicalProblem problem, std::int64_t height);
CanonicalProblem with_packed_b(CanonicalProblem problem, std::int64_t width);

}  // namespace mikpoly::cpu
