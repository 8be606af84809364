#include "backends/reference/activation.hpp"

#include <cmath>
#include <numbers>

namespace mikpoly {
namespace {

// x times a gate in [0, 1]. Where the gate has gone to 0 the limit is 0, also for x = -inf.
double gated(double x, double gate) {
  return gate == 0.0 ? 0.0 : x * gate;
}

double gelu_tanh(double x) {
  const double slope = std::sqrt(2.0 / std::numbers::pi);
  return gated(x, 0.5 * (1.0 + std::tanh(slope * (x + 0.044715 * x * x * x))));
}

}  // namespace

double activate(Activation activation, double x) {
  switch (activation) {
    case Activation::none:
      return x;
    case Activation::relu:
      return x < 0.0 ? 0.0 : x;
    case Activation::gelu_erf:
      return gated(x, 0.5 * std::erfc(-x / std::numbers::sqrt2));
    case Activation::gelu_tanh:
      return gelu_tanh(x);
    case Activation::silu:
      return gated(x, 1.0 / (1.0 + std::exp(-x)));
  }
  return x;
}

}  // namespace mikpoly
