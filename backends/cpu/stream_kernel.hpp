// Vector products: a few rows of C, eight rows of B at a time, in the order they lie in memory.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

namespace detail {

/// Vectors of C, and so neighbouring lines of each row of B, that are taken together, with `sums` registers for them.
constexpr int stream_vectors(int sums, int rows) {
  return rows < sums ? sums / rows : 1;
}

/// c[rows x columns] += A[rows x kSteps] * B[kSteps x columns]; with kFresh c is overwritten.
template <typename V, int kRows, int kSteps, bool kFresh>
void stream_steps(const StreamArguments& t, std::int64_t k0) {
  typename V::Vector factor[kRows][kSteps];
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int s = 0; s < kSteps; ++s) factor[r][s] = V::broadcast(t.a + r * t.a_row + (k0 + s) * t.a_k);
  }
  const float* b = t.b + k0 * t.b_stride;
  const auto step = [&]<int kVectors>(auto load, auto store, std::int64_t at) __attribute__((always_inline)) {
    typename V::Vector sum[kRows][kVectors];
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v)
        sum[r][v] = kFresh ? V::zero() : load(t.c + r * t.c_stride + at + v * V::kWidth);
    }
#pragma GCC unroll 8
    for (int s = 0; s < kSteps; ++s) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) {
        const typename V::Vector row = load(b + s * t.b_stride + at + v * V::kWidth);
#pragma GCC unroll 4
        for (int r = 0; r < kRows; ++r) sum[r][v] = V::multiply_add(factor[r][s], row, sum[r][v]);
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) store(t.c + r * t.c_stride + at + v * V::kWidth, sum[r][v]);
    }
  };
  const auto load = [](const float* at) { return V::load(at); };
  const auto store = [](float* at, typename V::Vector x) { V::store(at, x); };
  constexpr int kTogether = stream_vectors(V::kStreamSums, kRows);
  std::int64_t j = 0;
  for (; j + kTogether * V::kWidth <= t.columns; j += kTogether * V::kWidth) {
    step.template operator()<kTogether>(load, store, j);
  }
  for (; j + V::kWidth <= t.columns; j += V::kWidth) step.template operator()<1>(load, store, j);
  if (j < t.columns) {
    const typename V::Mask rest = V::first(static_cast<int>(t.columns - j));
    step.template operator()<1>([rest](const float* at) { return V::load(rest, at); },
                                [rest](float* at, typename V::Vector x) { V::store(rest, at, x); }, j);
  }
}

}  // namespace detail

template <typename V, int kRows>
void stream_kernel(const StreamArguments& given) {
  constexpr int kSteps = kRows <= 2 ? 8 : 4;  // factors stay in registers
  const StreamArguments t = given;
  std::int64_t k = 0;
  if (!t.accumulate && t.k >= kSteps) {
    detail::stream_steps<V, kRows, kSteps, true>(t, 0);
    k = kSteps;
  } else if (!t.accumulate) {
    detail::stream_steps<V, kRows, 1, true>(t, 0);
    k = 1;
  }
  for (; k + kSteps <= t.k; k += kSteps) detail::stream_steps<V, kRows, kSteps, false>(t, k);
  for (; k < t.k; ++k) detail::stream_steps<V, kRows, 1, false>(t, k);
}

template <typename V>
constexpr void fill_streams(KernelFunctions& functions) {
  functions.stream[0] = &stream_kernel<V, 1>;
  functions.stream[1] = &stream_kernel<V, 2>;
  functions.stream[2] = &stream_kernel<V, 3>;
  functions.stream[3] = &stream_kernel<V, 4>;
}

}  // namespace mikpoly::cpu
