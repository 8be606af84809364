// Dot products along k: kRows rows of A against kColumns columns of B, both contiguous along k; the lanes of each sum
// are added at the end.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

/// Independent sums per output, so that few outputs keep the multipliers busy too (4 cycles deep, 2 a cycle).
constexpr int dot_unroll(int outputs) {
  return outputs >= 8 ? 1 : outputs >= 4 ? 2 : outputs >= 2 ? 4 : 8;
}

template <typename V, int kRows, int kColumns>
void dot_kernel(const DotArguments& given) {
  constexpr int kOutputs = kRows * kColumns;
  constexpr int kUnroll = dot_unroll(kOutputs);
  const DotArguments t = given;
  typename V::Vector sum[kUnroll][kOutputs];
#pragma GCC unroll 8
  for (int u = 0; u < kUnroll; ++u) {
#pragma GCC unroll 32
    for (int i = 0; i < kOutputs; ++i) sum[u][i] = V::zero();
  }
  const auto step = [&](auto load, std::int64_t at, typename V::Vector(&into)[kOutputs])
      __attribute__((always_inline)) {
    typename V::Vector column[kColumns];
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) column[c] = load(t.b + c * t.b_stride + at);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const typename V::Vector row = load(t.a + r * t.a_stride + at);
#pragma GCC unroll 4
      for (int c = 0; c < kColumns; ++c) {
        into[r * kColumns + c] = V::multiply_add(row, column[c], into[r * kColumns + c]);
      }
    }
  };
  std::int64_t k = 0;
  for (; k + kUnroll * V::kWidth <= t.k; k += kUnroll * V::kWidth) {
#pragma GCC unroll 8
    for (int u = 0; u < kUnroll; ++u) step([](const float* at) { return V::load(at); }, k + u * V::kWidth, sum[u]);
  }
  for (; k < t.k; k += V::kWidth) {
    const int lanes = static_cast<int>(t.k - k < V::kWidth ? t.k - k : V::kWidth);
    const typename V::Mask mask = V::first(lanes);
    step([mask](const float* at) { return V::load(mask, at); }, k, sum[0]);
  }
#pragma GCC unroll 8
  for (int u = 1; u < kUnroll; ++u) {
#pragma GCC unroll 32
    for (int i = 0; i < kOutputs; ++i) sum[0][i] = V::add(sum[0][i], sum[u][i]);
  }
  alignas(64) float total[(kOutputs + V::kWidth - 1) / V::kWidth * V::kWidth];
#pragma GCC unroll 8
  for (int base = 0; base < kOutputs; base += V::kWidth) {
    typename V::Vector rows[V::kWidth];
#pragma GCC unroll 16
    for (int i = 0; i < V::kWidth; ++i) rows[i] = base + i < kOutputs ? sum[0][base + i] : V::zero();
    V::store(total + base, V::sums(rows));
  }
  for (int r = 0; r < kRows; ++r) {
    float* row = t.c + r * t.c_stride;
    for (int c = 0; c < kColumns; ++c) row[c] = (t.accumulate ? row[c] : 0.0F) + total[r * kColumns + c];
  }
}

namespace detail {

template <typename V, int kRows, int kColumns>
constexpr void fill_dots_from(KernelFunctions& functions) {
  if constexpr (kRows * kColumns <= V::kDotAccumulators) {
    functions.dot[kRows - 1][kColumns - 1] = &dot_kernel<V, kRows, kColumns>;
  }
  if constexpr (kColumns > 1) {
    fill_dots_from<V, kRows, kColumns - 1>(functions);
  } else if constexpr (kRows > 1) {
    fill_dots_from<V, kRows - 1, kMaxDotColumns>(functions);
  }
}

}  // namespace detail

template <typename V>
constexpr void fill_dots(KernelFunctions& functions) {
  functions.dot_accumulators = V::kDotAccumulators;
  detail::fill_dots_from<V, kMaxDotRows, kMaxDotColumns>(functions);
}

}  // namespace mikpoly::cpu
