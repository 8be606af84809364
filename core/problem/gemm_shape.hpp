// The problem, known only at run time: D[m x n] = A[m x k] * B[k x n], `batch` times.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mikpoly {

/// Largest extent, and largest product of two extents and of m, n and batch: all fit a signed 64-bit integer.
inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 40;
inline constexpr std::int64_t kMaxProduct = std::int64_t{1} << 62;

struct GemmShape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t batch = 1;

  bool operator==(const GemmShape&) const = default;

  /// Whether there is no output element to compute.
  [[nodiscard]] bool empty() const { return m == 0 || n == 0 || batch == 0; }

  /// Multiply-accumulates. A double: the product of four legal extents does not fit 64 bits.
  [[nodiscard]] double macs() const {
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(batch);
  }
};

/// Checks the limits above.
/// Errors: ShapeError naming the extent or the product that is too large or negative.
void validate(const GemmShape& shape);

/// Reads `MxNxK` or `BATCHxMxNxK`.
/// Errors: ShapeError.
GemmShape parse_gemm_shape(std::string_view text);

/// `MxNxK`, with `BATCHx` before it where batch is not 1.
std::string to_text(const GemmShape& shape);

}  // namespace mikpoly
