// From sums to D: one element at a time, with the edges left alone.
#pragma once

#include "backends/cuda/kernel/arguments.cuh"
#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

// 0 where the function has vanished, so that -inf times 0 is not asked for.
MIKPOLY_DEVICE float silu(float x) {
  return x < -88.0F ? 0.0F : x / (1.0F + exponential(-x));
}

MIKPOLY_DEVICE float gelu_tanh(float x) {
  const float inner = 0.797884561F * (x + 0.044715F * x * x * x);  // sqrt(2 / pi)
  return x < -10.0F ? 0.0F : x / (1.0F + exponential(-2.0F * inner));
}

MIKPOLY_DEVICE float gelu_erf(float x) {
  return x < -10.0F ? 0.0F : 0.5F * x * (1.0F + error_function(x * 0.707106781F));
}

MIKPOLY_DEVICE float activated(float x, Nonlinearity nonlinearity) {
  switch (nonlinearity) {
    case Nonlinearity::none:
      return x;
    case Nonlinearity::relu:
      return x < 0.0F ? 0.0F : x;
    case Nonlinearity::gelu_erf:
      return gelu_erf(x);
    case Nonlinearity::gelu_tanh:
      return gelu_tanh(x);
    case Nonlinearity::silu:
      return silu(x);
  }
  return x;
}

/// Where an element of D goes.
struct Place {
  long long batch;
  long long row;
  long long column;
};

MIKPOLY_DEVICE long long offset_of(const Lines& lines, const Place& at, long long column = 1) {
  return at.batch * lines.batch + at.row * lines.line + at.column * column;
}

/// Writes D's element at a place, of its sum over k.
template <typename D>
MIKPOLY_DEVICE void finish_element(const Arguments& arguments, const Place& at, float sum) {
  const Finish& finish = arguments.finish;
  float value = finish.alpha * sum;
  if (finish.beta != 0.0F) {
    value += finish.beta * to_float(static_cast<const D*>(finish.c)[offset_of(finish.c_lines, at, finish.c_column)]);
  }
  if (finish.bias_of != BiasOf::none) value += finish.bias[finish.bias_of == BiasOf::rows ? at.row : at.column];
  value = activated(value, finish.nonlinearity);
  if (finish.residual != nullptr) {
    value += to_float(static_cast<const D*>(finish.residual)[offset_of(finish.residual_lines, at)]);
  }
  from_float(value, static_cast<D*>(arguments.matrices.d)[offset_of(arguments.matrices.d_lines, at)]);
}

/// Where the sum of one part of k stands.
MIKPOLY_DEVICE float& partial_sum(const Arguments& arguments, long long part, const Place& at) {
  const Extents& extents = arguments.extents;
  const long long line = (part * extents.batches + at.batch) * extents.m + at.row;
  return arguments.parts.partial[line * extents.n + at.column];
}

}  // namespace mikpoly::cuda
