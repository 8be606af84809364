// The activations of an epilogue, in double: what every backend's values are compared with.
#pragma once

#include "core/problem/gemm_problem.hpp"

namespace mikpoly {

/// act(x). NaN stays NaN, also under relu; relu(+inf) = +inf, relu(-inf) = 0.
/// gelu_erf(x) = x/2 (1 + erf(x / sqrt 2)); gelu_tanh(x) = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)));
/// silu(x) = x / (1 + exp(-x)). Source of both GELU: Hendrycks and Gimpel, https://arxiv.org/abs/1606.08415.
double activate(Activation activation, double x);

}  // namespace mikpoly
