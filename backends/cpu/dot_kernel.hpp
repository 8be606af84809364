// Dot products along k: kRows rows of A against kColumns columns of B, both contiguous along k; the lanes of each sum
// are added at the end.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

template <typename V, int kRows, int kColumns>
void dot_kernel(const DotArguments& given) {
  const DotArguments t = given;
  typename V::Vector sum[kRows][kColumns];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) sum[r][c] = V::zero();
  }
  const auto step = [&](auto load, std::int64_t at) __attribute__((always_inline)) {
    typename V::Vector column[kColumns];
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) column[c] = load(t.b + c * t.b_stride + at);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const typename V::Vector row = load(t.a + r * t.a_stride + at);
#pragma GCC unroll 4
      for (int c = 0; c < kColumns; ++c) sum[r][c] = V::multiply_add(row, column[c], sum[r][c]);
    }
  };
  std::int64_t k = 0;
  for (; k + V::kWidth <= t.k; k += V::kWidth) step([](const float* at) { return V::load(at); }, k);
  if (k < t.k) {
    const typename V::Mask rest = V::first(static_cast<int>(t.k - k));
    step([rest](const float* at) { return V::load(rest, at); }, k);
  }
  if constexpr (kRows * kColumns <= 4) {
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      float* row = t.c + r * t.c_stride;
#pragma GCC unroll 4
      for (int c = 0; c < kColumns; ++c) row[c] = (t.accumulate ? row[c] : 0.0F) + V::sum(sum[r][c]);
    }
  } else {
    // Transposing W sums at a time turns W horizontal sums into additions of whole vectors.
    alignas(64) float total[(kRows * kColumns + V::kWidth - 1) / V::kWidth * V::kWidth];
#pragma GCC unroll 4
    for (int base = 0; base < kRows * kColumns; base += V::kWidth) {
      typename V::Vector lanes[V::kWidth];
#pragma GCC unroll 16
      for (int i = 0; i < V::kWidth; ++i) {
        const int index = base + i;
        lanes[i] = index < kRows * kColumns ? sum[index / kColumns][index % kColumns] : V::zero();
      }
      V::transpose(lanes);
#pragma GCC unroll 4
      for (int half = V::kWidth / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
        for (int i = 0; i < half; ++i) lanes[i] = V::add(lanes[i], lanes[i + half]);
      }
      V::store(total + base, lanes[0]);
    }
    for (int r = 0; r < kRows; ++r) {
      float* row = t.c + r * t.c_stride;
      for (int c = 0; c < kColumns; ++c) row[c] = (t.accumulate ? row[c] : 0.0F) + total[r * kColumns + c];
    }
  }
}

namespace detail {

template <typename V, int kRows, int kColumns>
void fill_dots_from(KernelFunctions& functions) {
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
void fill_dots(KernelFunctions& functions) {
  functions.dot_accumulators = V::kDotAccumulators;
  detail::fill_dots_from<V, kMaxDotRows, kMaxDotColumns>(functions);
}

}  // namespace mikpoly::cpu
