// The end of a tile: scale, add C and bias, activate, add the residual. Plain loops that the compiler vectorises for
// the family the including source is compiled for.
#pragma once

#include "backends/cpu/activation.hpp"
#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

namespace detail {

/// A row is worked on in pieces that stay in registers and L1, whatever D overlaps.
inline constexpr std::int64_t kPiece = 64;

template <typename Function>
void map_piece(float* piece, std::int64_t count, Function function) {
  for (std::int64_t j = 0; j < count; ++j) piece[j] = function(piece[j]);
}

inline void activate(Activation activation, float* piece, std::int64_t count) {
  switch (activation) {
    case Activation::none:
      return;
    case Activation::relu:
      return map_piece(piece, count, [](float x) { return relu(x); });
    case Activation::gelu_erf:
      return map_piece(piece, count, [](float x) { return gelu_erf(x); });
    case Activation::gelu_tanh:
      return map_piece(piece, count, [](float x) { return gelu_tanh(x); });
    case Activation::silu:
      return map_piece(piece, count, [](float x) { return silu(x); });
  }
}

inline void add_operands(const Finish& f, std::int64_t i, std::int64_t j0, float* piece, std::int64_t count) {
  if (f.beta != 0.0F) {
    const float* c = f.c.at(i, j0);
    for (std::int64_t j = 0; j < count; ++j) piece[j] += f.beta * c[j * f.c.column];
  }
  if (f.row_bias != nullptr) {
    for (std::int64_t j = 0; j < count; ++j) piece[j] += f.row_bias[i];
  }
  if (f.column_bias != nullptr) {
    for (std::int64_t j = 0; j < count; ++j) piece[j] += f.column_bias[j0 + j];
  }
}

}  // namespace detail

template <typename V>
void finish_kernel(const Finish& f, const FinishArguments& t) {
  float piece[detail::kPiece];
  for (std::int64_t i = 0; i < t.rows; ++i) {
    for (std::int64_t j0 = 0; j0 < t.columns; j0 += detail::kPiece) {
      const std::int64_t count = t.columns - j0 < detail::kPiece ? t.columns - j0 : detail::kPiece;
      const float* sum = t.sum + i * t.sum_stride + j0;
      float* d = t.d + i * t.d_stride + j0;
      for (std::int64_t j = 0; j < count; ++j) piece[j] = f.alpha * sum[j];
      if (t.first) {
        detail::add_operands(f, i, j0, piece, count);
      } else {
        for (std::int64_t j = 0; j < count; ++j) piece[j] += d[j];
      }
      if (t.last) {
        detail::activate(f.activation, piece, count);
        if (f.residual != nullptr) {
          const float* residual = f.residual + i * t.d_stride + j0;
          for (std::int64_t j = 0; j < count; ++j) piece[j] += residual[j];
        }
      }
      for (std::int64_t j = 0; j < count; ++j) d[j] = piece[j];
    }
  }
}

}  // namespace mikpoly::cpu
