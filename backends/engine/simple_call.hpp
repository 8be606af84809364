// The short way of small calls, on which checks and layouts would cost more than the product.
#pragma once

#include "backends/backend.hpp"
#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly {

/// Computes D = A B where the call is a small product of tight row-major f32 matrices, apart in memory, and nothing
/// else, so that every check of the general way holds.
/// Returns: whether it was; if not, nothing was done, and the general way computes it or says what is wrong.
/// Cost:    10 ns on Zen 5 beside the product, where the general way takes 40; with operands in rotation, 4x4x4 takes
///          35 ns instead of about 70.
bool run_if_simple(const cpu::KernelFunctions& functions, const GemmProblem& problem, const GemmOperands& operands);

}  // namespace mikpoly
