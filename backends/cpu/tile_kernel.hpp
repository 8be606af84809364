// The register tile: kRows x kVectors accumulators; each k step loads a row of B and broadcasts a column of A.
//
// Source: the outer-product kernel of Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication (2008),
// with B across the vector. Every seven rows are reached from one base with offsets 0..6 strides, so that many rows
// take few address registers. Accumulation starts from C, so that an element's sum is one chain of k steps whatever the
// blocking.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

template <typename V, int kRows, int kVectors, ASide kSide, BAccess kAccess>
void tile_kernel(const TileArguments& given) {
  constexpr int kBaseRows = 7;
  const TileArguments t = given;  // a copy, so that stores to C cannot change it
  const typename V::Mask last = V::first(t.columns - (kVectors - 1) * V::kWidth);
  typename V::Vector sum[kRows][kVectors];
  if (t.accumulate) {
#pragma GCC unroll 32
    for (int r = 0; r < kRows; ++r) {
      const float* row = t.c + r * t.c_stride;
#pragma GCC unroll 4
      for (int v = 0; v + 1 < kVectors; ++v) sum[r][v] = V::load(row + v * V::kWidth);
      sum[r][kVectors - 1] = V::load(last, row + (kVectors - 1) * V::kWidth);
    }
  } else {
#pragma GCC unroll 32
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[r][v] = V::zero();
    }
  }
  const std::ptrdiff_t stride = t.a_stride;
  const std::ptrdiff_t stride3 = 3 * stride;
  const std::ptrdiff_t stride5 = 5 * stride;
  constexpr int kBases = kSide == ASide::along_k ? (kRows + kBaseRows - 1) / kBaseRows : 1;
  const float* a[kBases];
#pragma GCC unroll 4
  for (int i = 0; i < kBases; ++i) a[i] = t.a + std::ptrdiff_t{i} * kBaseRows * stride;
  const float* b = t.b;
  float* packed = t.packed;
  const float* ahead = t.ahead;
  const float* next = t.next;
  // Unrolled for the prefetcher of the processor, which follows each load by itself: on Zen 5, 5x768x768 with B in the
  // shared cache takes 77 us without and 41 us with it.
#pragma GCC unroll 4
  for (std::int64_t k = t.k; k > 0; --k) {
    typename V::Vector row[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v + 1 < kVectors; ++v) row[v] = V::load(b + v * V::kWidth);
    row[kVectors - 1] = V::load(last, b + (kVectors - 1) * V::kWidth);
    if constexpr (kAccess == BAccess::copying) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) V::store(packed + v * V::kWidth, row[v]);
      packed += kVectors * V::kWidth;
    }
    if constexpr (kAccess != BAccess::as_it_lies) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) V::prefetch(ahead + v * V::kWidth);
      ahead += t.b_stride;
    } else {
      V::prefetch_to_l2(next);
      next += t.next_stride;
    }
#pragma GCC unroll 32
    for (int r = 0; r < kRows; ++r) {
      const int q = r % kBaseRows;
      const std::ptrdiff_t offset = q == 3 ? stride3 : q == 5 ? stride5 : q == 6 ? 2 * stride3 : q * stride;
      const float* at = kSide == ASide::along_m ? a[0] + r : a[r / kBaseRows] + offset;
      const typename V::Vector factor = V::broadcast(at);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[r][v] = V::multiply_add(factor, row[v], sum[r][v]);
    }
    b += t.b_stride;
#pragma GCC unroll 4
    for (int i = 0; i < kBases; ++i) a[i] += kSide == ASide::along_k ? 1 : stride;
  }
  float* c = t.c;
  asm("" : "+r"(c));  // or the rows' addresses are computed before the loop and kept on the stack
#pragma GCC unroll 32
  for (int r = 0; r < kRows; ++r) {
    float* row = c + r * t.c_stride;
#pragma GCC unroll 4
    for (int v = 0; v + 1 < kVectors; ++v) V::store(row + v * V::kWidth, sum[r][v]);
    V::store(last, row + (kVectors - 1) * V::kWidth, sum[r][kVectors - 1]);
  }
}

namespace detail {

template <typename V, int kVectors, int kRows, ASide kSide>
constexpr void fill_tile(KernelFunctions& functions) {
  auto& by_access = functions.tile[static_cast<int>(kSide)];
  const auto put = [&](BAccess access, TileFunction function) {
    by_access[static_cast<int>(access)][kVectors - 1][kRows - 1] = function;
  };
  put(BAccess::as_it_lies, &tile_kernel<V, kRows, kVectors, kSide, BAccess::as_it_lies>);
  put(BAccess::ahead, &tile_kernel<V, kRows, kVectors, kSide, BAccess::ahead>);
  put(BAccess::copying, &tile_kernel<V, kRows, kVectors, kSide, BAccess::copying>);
}

template <typename V, int kVectors, int kRows>
constexpr void fill_tile_rows(KernelFunctions& functions) {
  fill_tile<V, kVectors, kRows, ASide::along_k>(functions);
  fill_tile<V, kVectors, kRows, ASide::along_m>(functions);
  if constexpr (kRows > 1) fill_tile_rows<V, kVectors, kRows - 1>(functions);
}

}  // namespace detail

/// Instantiates every tile that the registers of V hold.
template <typename V>
constexpr void fill_tiles(KernelFunctions& functions) {
  functions.tile_rows = V::kTileRows;
  detail::fill_tile_rows<V, 1, V::kTileRows[0]>(functions);
  detail::fill_tile_rows<V, 2, V::kTileRows[1]>(functions);
  detail::fill_tile_rows<V, 3, V::kTileRows[2]>(functions);
  detail::fill_tile_rows<V, 4, V::kTileRows[3]>(functions);
}

}  // namespace mikpoly::cpu
