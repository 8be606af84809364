// A GEMM of floats as the kernels see it: a canonical problem with its operands.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/canonical_problem.hpp"
#include "backends/cpu/finish.hpp"
#include "core/problem/gemm_problem.hpp"

namespace mikpoly::cpu {

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
