// A GEMM as the kernels see it: D's columns are contiguous, data are floats, and A, B are reached by two strides each.
//
// A column-major D is computed as D^T = B^T A^T, so that kernels know one order of D only.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/cpu/finish.hpp"
#include "core/problem/gemm_problem.hpp"

namespace mikpoly::cpu {

/// The layout side of a problem; made once per prepared problem.
struct CanonicalProblem {
  GemmShape shape;  ///< of the canonical product: m and n change places when `swapped`
  bool swapped = false;
  ElementStrides a;
  ElementStrides b;
  ElementStrides c;
  ElementStrides d;  ///< column is 1
  Epilogue epilogue;
  bool deterministic = false;
  // Panels of so many rows of A, or columns of B, as packed_panels.hpp says; 0: it was not packed.
  std::int64_t packed_height = 0;
  std::int64_t packed_width = 0;

  [[nodiscard]] bool is_packed() const { return packed_height != 0 || packed_width != 0; }
};

CanonicalProblem canonical(const GemmProblem& problem);

/// The same with A and B on the sides they are told: D's rows must have neighbours as columns, or its columns where
/// `swapped`.
CanonicalProblem canonical(const GemmProblem& problem, bool swapped);

/// One batch element of a call.
struct CanonicalGemm {
  GemmShape shape;
  InputMatrix a;
  InputMatrix b;
  float* d = nullptr;
  std::ptrdiff_t d_row = 0;
  Finish finish;
  bool plain = true;               ///< D = or += product: the kernels write D themselves
  bool accumulate = false;         ///< plain only: D += product
  bool sums_apart = false;         ///< no k block goes through D: it is its own residual, or sums are deterministic
  std::int64_t packed_height = 0;  ///< as CanonicalProblem
  std::int64_t packed_width = 0;
};

CanonicalGemm batch_element(const CanonicalProblem& problem, const GemmOperands& operands, std::int64_t batch);

}  // namespace mikpoly::cpu
