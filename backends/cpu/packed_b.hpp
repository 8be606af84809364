// B laid out once for every later product with it.
//
// Panels of `width` columns, each [k][width] without gaps, one after the other; what the last panel lacks is zero. A k
// block of a panel lies in one piece, so the layout serves every k block and every height, and all register tiles of
// that width.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/cpu/scratch.hpp"

namespace mikpoly::cpu {

class PackedB final : public PackedOperand {
 public:
  /// Packs the B of a problem that is not swapped; only shape and b are read.
  /// Cost: reads B and writes bytes() once. Errors: std::bad_alloc.
  PackedB(const KernelFunctions& functions, const CanonicalProblem& problem, const float* b, std::int64_t width);

  [[nodiscard]] const void* data() const override { return data_; }
  [[nodiscard]] std::int64_t bytes() const override { return memory_.bytes(); }
  [[nodiscard]] std::int64_t k() const { return k_; }
  [[nodiscard]] std::int64_t n() const { return n_; }
  [[nodiscard]] std::int64_t width() const { return width_; }

 private:
  std::int64_t k_;
  std::int64_t n_;
  std::int64_t width_;
  Scratch memory_;
  float* data_;
};

}  // namespace mikpoly::cpu
