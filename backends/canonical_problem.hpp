// The layout side of a GEMM as kernels see it: D's columns are contiguous, A and B are reached by two strides each.
//
// A column-major D is computed as D^T = B^T A^T, so that kernels know one order of D only.
#pragma once

#include <cstdint>

#include "core/problem/gemm_problem.hpp"

namespace mikpoly {

/// Made once per prepared problem.
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

CanonicalProblem canonical_form(const GemmProblem& problem);

/// The same with A and B on the sides they are told: D's rows must have neighbours as columns, or its columns where
/// `swapped`.
CanonicalProblem canonical_form(const GemmProblem& problem, bool swapped);

}  // namespace mikpoly
