// What happens to a sum of products before it is D.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/problem/gemm_problem.hpp"

namespace mikpoly::cpu {

/// An input matrix: element (i, j) at data[i * row + j * column].
struct InputMatrix {
  const float* data = nullptr;
  std::ptrdiff_t row = 0;
  std::ptrdiff_t column = 0;

  [[nodiscard]] const float* at(std::int64_t i, std::int64_t j) const { return data + i * row + j * column; }
};

/// Scalars and further operands; their origin is that of the tile they are applied to.
struct Finish {
  float alpha = 1.0F;
  float beta = 0.0F;
  InputMatrix c;                       ///< read only when beta is not 0
  const float* row_bias = nullptr;     ///< one value per row, or null
  const float* column_bias = nullptr;  ///< one value per column, or null
  const float* residual = nullptr;     ///< D's layout, or null
  Activation activation = Activation::none;

  /// The same for the tile whose origin is (i, j) of this one.
  [[nodiscard]] Finish at(std::int64_t i, std::int64_t j, std::ptrdiff_t d_stride) const {
    Finish moved = *this;
    if (beta != 0.0F) moved.c.data = c.at(i, j);
    if (row_bias != nullptr) moved.row_bias = row_bias + i;
    if (column_bias != nullptr) moved.column_bias = column_bias + j;
    if (residual != nullptr) moved.residual = residual + i * d_stride + j;
    return moved;
  }
};

/// D = act(alpha * sum + beta * C + bias) + residual, in one go or over several k blocks: the first one reads C and
/// bias, the later ones add to D, the last one activates.
struct FinishArguments {
  const float* sum = nullptr;  ///< may be D
  std::ptrdiff_t sum_stride = 0;
  float* d = nullptr;
  std::ptrdiff_t d_stride = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool first = true;
  bool last = true;
};

}  // namespace mikpoly::cpu
