// Tiny products: up to 16 rows and k steps and one vector of columns, with rows and k known at compile time.
//
// A lies along k, B and C along n; k is unrolled, so that there is no loop to leave and no address to advance.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

template <typename V, int kRows, int kSteps>
void tiny_kernel(const TileArguments& t) {
  const typename V::Mask mask = V::first(t.columns);
  const std::ptrdiff_t a_stride = t.a_stride;
  const std::ptrdiff_t b_stride = t.b_stride;
  const float* a = t.a;
  const float* b = t.b;
  typename V::Vector sum[kRows];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) sum[r] = V::zero();
#pragma GCC unroll 16
  for (int k = 0; k < kSteps; ++k) {
    const typename V::Vector row = V::load(mask, b + k * b_stride);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) sum[r] = V::multiply_add(V::broadcast(a + r * a_stride + k), row, sum[r]);
  }
  float* c = t.c;
  const std::ptrdiff_t c_stride = t.c_stride;
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) V::store(mask, c + r * c_stride, sum[r]);
}

namespace detail {

template <typename V, int kRows, int kSteps>
constexpr void fill_tiny_from(KernelFunctions& functions) {
  functions.tiny[kRows - 1][kSteps - 1] = &tiny_kernel<V, kRows, kSteps>;
  if constexpr (kSteps > 1) {
    fill_tiny_from<V, kRows, kSteps - 1>(functions);
  } else if constexpr (kRows > 1) {
    fill_tiny_from<V, kRows - 1, V::kTiny>(functions);
  }
}

}  // namespace detail

template <typename V>
constexpr void fill_tiny(KernelFunctions& functions) {
  if constexpr (V::kTiny > 0) detail::fill_tiny_from<V, V::kTiny, V::kTiny>(functions);
}

}  // namespace mikpoly::cpu
