// Activations without branches, so that a loop over them vectorises. Absolute error below 2e-7 * max(1, |x|).
//
// Sources: exp by the reduction x = n ln 2 + r and a polynomial in r (Cody and Waite); erf by Abramowitz and Stegun,
// Handbook of Mathematical Functions, 7.1.26 (|error| <= 1.5e-7); GELU by Hendrycks and Gimpel (2016).
#pragma once

#include <bit>
#include <cstdint>

namespace mikpoly::cpu {

/// e^x for x clamped to -87..88; NaN stays NaN.
inline float exponential(float x) {
  x = x > 88.0F ? 88.0F : x;
  x = x < -87.0F ? -87.0F : x;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it rounds to an integer in the low bits
  const float shifted = x * 1.44269504F + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  float p = 1.0F / 720.0F;
  p = p * r + 1.0F / 120.0F;
  p = p * r + 1.0F / 24.0F;
  p = p * r + 1.0F / 6.0F;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(shifted) + 127U;
  return p * std::bit_cast<float>(exponent << 23U);
}

inline float relu(float x) {
  return x < 0.0F ? 0.0F : x;
}

/// 0 where an activation has vanished, from `last` down: there x times its gate is not, of a gate that ends at e^-88,
/// nor of x = -inf.
inline float vanished_below(float last, float x, float value) {
  return x < last ? 0.0F : value;
}

inline float silu(float x) {
  return vanished_below(-88.0F, x, x / (1.0F + exponential(-x)));
}

inline float gelu_tanh(float x) {
  const float inner = 0.797884561F * (x + 0.044715F * x * x * x);  // sqrt(2 / pi)
  return vanished_below(-10.0F, x, x / (1.0F + exponential(-2.0F * inner)));
}

inline float gelu_erf(float x) {
  const float z = x * 0.707106781F;
  const float magnitude = z < 0.0F ? -z : z;
  const float t = 1.0F / (1.0F + 0.3275911F * magnitude);
  const float poly =
      t * (0.254829592F + t * (-0.284496736F + t * (1.421413741F + t * (-1.453152027F + t * 1.061405429F))));
  const float erf_magnitude = 1.0F - poly * exponential(-magnitude * magnitude);
  return vanished_below(-10.0F, x, 0.5F * x * (1.0F + (z < 0.0F ? -erf_magnitude : erf_magnitude)));
}

}  // namespace mikpoly::cpu
