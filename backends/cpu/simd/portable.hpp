// Four floats in a vector of the compiler (GCC and Clang): runs on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mikpoly::cpu {

struct Portable {
  typedef float Vector __attribute__((vector_size(16)));
  using Mask = int;  ///< lanes in use
  static constexpr int kWidth = 4;
  static constexpr std::array<int, 4> kTileRows{6, 6, 4, 3};  ///< by vectors per row: what 16 registers hold
  static constexpr int kDotAccumulators = 12;
  static constexpr int kStreamSums = 4;
  static constexpr int kTiny = 0;  ///< rows and k steps of the tiny kernels; 0: none

  static Mask first(int count) { return count; }
  static Vector zero() { return Vector{}; }
  static Vector broadcast(const float* at) { return Vector{*at, *at, *at, *at}; }
  static Vector load(const float* at) {
    Vector value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  static Vector load(Mask mask, const float* at) {
    Vector value{};
    std::memcpy(&value, at, sizeof(float) * static_cast<std::size_t>(mask));
    return value;
  }
  static void store(float* at, Vector value) { std::memcpy(at, &value, sizeof value); }
  static void store(Mask mask, float* at, Vector value) {
    std::memcpy(at, &value, sizeof(float) * static_cast<std::size_t>(mask));
  }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
  static Vector add(Vector a, Vector b) { return a + b; }
  /// Lane i is the sum of all lanes of rows[i].
  static Vector sums(const Vector (&rows)[kWidth]) {
    Vector sum{};
    for (int i = 0; i < kWidth; ++i) sum[i] = (rows[i][0] + rows[i][2]) + (rows[i][1] + rows[i][3]);
    return sum;
  }
  static void prefetch_to_l2(const float* at) { __builtin_prefetch(at, 0, 2); }
  static void prefetch(const float* at) { __builtin_prefetch(at); }

  /// rows[i] lane j  ->  rows[j] lane i.
  static void transpose(Vector (&rows)[kWidth]) {
    for (int i = 0; i < kWidth; ++i) {
      for (int j = 0; j < i; ++j) {
        const float kept = rows[i][j];
        rows[i][j] = rows[j][i];
        rows[j][i] = kept;
      }
    }
  }
};

}  // namespace mikpoly::cpu
