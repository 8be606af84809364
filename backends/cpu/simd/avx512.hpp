// Sixteen floats in a zmm register. Included only by sources compiled for AVX-512.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

namespace mikpoly::cpu {

struct Avx512 {
  using Vector = __m512;
  using Mask = __mmask16;
  static constexpr int kWidth = 16;
  static constexpr std::array<int, 4> kTileRows{28, 14, 9, 6};  ///< by vectors per row: what 32 registers hold
  static constexpr int kDotAccumulators = 24;
  static constexpr int kStreamSums = 8;
  static constexpr int kTiny = 16;  ///< rows and k steps of the tiny kernels; 0: none

  /// The first `count` lanes, 0..16.
  static Mask first(int count) {
    auto mask = static_cast<Mask>((1U << count) - 1U);
    asm("" : "+k"(mask));  // keeps it in a mask register
    return mask;
  }
  static Vector zero() { return _mm512_setzero_ps(); }
  static Vector broadcast(const float* at) { return _mm512_set1_ps(*at); }
  static Vector load(const float* at) { return _mm512_loadu_ps(at); }
  static Vector load(Mask mask, const float* at) { return _mm512_maskz_loadu_ps(mask, at); }
  static void store(float* at, Vector value) { _mm512_storeu_ps(at, value); }
  static void store(Mask mask, float* at, Vector value) { _mm512_mask_storeu_ps(at, mask, value); }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
  static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  /// Lane i is the sum of all lanes of rows[i].
  static Vector sums(const Vector (&rows)[kWidth]) {
    Vector four[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const Vector* const group = rows + std::ptrdiff_t{4} * i;
      const Vector low = halves(group[0], group[1]);
      const Vector high = halves(group[2], group[3]);
      four[i] = add(pairs<0>(low, high), pairs<1>(low, high));
    }
    return quarters(quarters(four[0], four[1]), quarters(four[2], four[3]));
  }
  static void prefetch_to_l2(const float* at) {
    _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T1);
  }
  static void prefetch(const float* at) {
    _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
  }

  /// rows[i] lane j  ->  rows[j] lane i.
  static void transpose(Vector (&rows)[kWidth]) {
    Vector half[kWidth];
#pragma GCC unroll 8
    for (int i = 0; i < kWidth; i += 2) {
      half[i] = _mm512_unpacklo_ps(rows[i], rows[i + 1]);
      half[i + 1] = _mm512_unpackhi_ps(rows[i], rows[i + 1]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < kWidth; i += 4) {
      rows[i] = pairs<0>(half[i], half[i + 2]);
      rows[i + 1] = pairs<1>(half[i], half[i + 2]);
      rows[i + 2] = pairs<0>(half[i + 1], half[i + 3]);
      rows[i + 3] = pairs<1>(half[i + 1], half[i + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      half[i] = _mm512_shuffle_f32x4(rows[i], rows[i + 4], 0x88);
      half[i + 4] = _mm512_shuffle_f32x4(rows[i], rows[i + 4], 0xdd);
      half[i + 8] = _mm512_shuffle_f32x4(rows[i + 8], rows[i + 12], 0x88);
      half[i + 12] = _mm512_shuffle_f32x4(rows[i + 8], rows[i + 12], 0xdd);
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) {
      rows[i] = _mm512_shuffle_f32x4(half[i], half[i + 8], 0x88);
      rows[i + 8] = _mm512_shuffle_f32x4(half[i], half[i + 8], 0xdd);
    }
  }

 private:
  // Of each 128-bit lane: sums of elements 0 + 2 and 1 + 3 of both, in turn.
  static Vector halves(Vector one, Vector other) {
    return add(_mm512_unpacklo_ps(one, other), _mm512_unpackhi_ps(one, other));
  }
  // 128-bit lanes 0 + 1 and 2 + 3 of one, then of the other.
  static Vector quarters(Vector one, Vector other) {
    return add(_mm512_shuffle_f32x4(one, other, 0x88), _mm512_shuffle_f32x4(one, other, 0xdd));
  }
  // Lower (0) or upper (1) 64 bits of each 128-bit lane of both.
  template <int kUpper>
  static Vector pairs(Vector one, Vector other) {
    const __m512d a = _mm512_castps_pd(one);
    const __m512d b = _mm512_castps_pd(other);
    return _mm512_castpd_ps(kUpper == 0 ? _mm512_unpacklo_pd(a, b) : _mm512_unpackhi_pd(a, b));
  }
};

}  // namespace mikpoly::cpu
