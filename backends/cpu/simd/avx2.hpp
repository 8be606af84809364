// Eight floats in a ymm register, with FMA. Included only by sources compiled for AVX2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

namespace mikpoly::cpu {

struct Avx2 {
  using Vector = __m256;
  using Mask = __m256i;
  static constexpr int kWidth = 8;
  static constexpr std::array<int, 4> kTileRows{12, 6, 4, 3};  ///< by vectors per row: what 16 registers hold
  static constexpr int kDotAccumulators = 12;
  static constexpr int kStreamSums = 4;
  static constexpr int kTiny = 8;  ///< rows and k steps of the tiny kernels; 0: none

  /// The first `count` lanes, 0..8.
  static Mask first(int count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  static Vector zero() { return _mm256_setzero_ps(); }
  static Vector broadcast(const float* at) { return _mm256_broadcast_ss(at); }
  static Vector load(const float* at) { return _mm256_loadu_ps(at); }
  static Vector load(Mask mask, const float* at) { return _mm256_maskload_ps(at, mask); }
  static void store(float* at, Vector value) { _mm256_storeu_ps(at, value); }
  static void store(Mask mask, float* at, Vector value) { _mm256_maskstore_ps(at, mask, value); }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
  static Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  /// Lane i is the sum of all lanes of rows[i].
  static Vector sums(const Vector (&rows)[kWidth]) {
    const Vector low = _mm256_hadd_ps(_mm256_hadd_ps(rows[0], rows[1]), _mm256_hadd_ps(rows[2], rows[3]));
    const Vector high = _mm256_hadd_ps(_mm256_hadd_ps(rows[4], rows[5]), _mm256_hadd_ps(rows[6], rows[7]));
    return add(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31));
  }
  static void prefetch_to_l2(const float* at) { _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T1); }
  static void prefetch(const float* at) { _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0); }

  /// rows[i] lane j  ->  rows[j] lane i.
  static void transpose(Vector (&rows)[kWidth]) {
    Vector half[kWidth];
#pragma GCC unroll 4
    for (int i = 0; i < kWidth; i += 2) {
      half[i] = _mm256_unpacklo_ps(rows[i], rows[i + 1]);
      half[i + 1] = _mm256_unpackhi_ps(rows[i], rows[i + 1]);
    }
    Vector quarter[kWidth];
#pragma GCC unroll 2
    for (int i = 0; i < kWidth; i += 4) {
      quarter[i] = _mm256_shuffle_ps(half[i], half[i + 2], 0x44);
      quarter[i + 1] = _mm256_shuffle_ps(half[i], half[i + 2], 0xee);
      quarter[i + 2] = _mm256_shuffle_ps(half[i + 1], half[i + 3], 0x44);
      quarter[i + 3] = _mm256_shuffle_ps(half[i + 1], half[i + 3], 0xee);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      rows[i] = _mm256_permute2f128_ps(quarter[i], quarter[i + 4], 0x20);
      rows[i + 4] = _mm256_permute2f128_ps(quarter[i], quarter[i + 4], 0x31);
    }
  }
};

}  // namespace mikpoly::cpu
