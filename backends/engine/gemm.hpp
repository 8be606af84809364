// One function for who just wants a product: D = alpha * op(A) * op(B) + beta * C on this machine's cores.
#pragma once

#include "backends/engine/engine.hpp"

namespace mikpoly {

/// The engine behind gemm(): all cores this process may use, made at the first call.
/// Errors: as Engine().
Engine& default_engine();

/// default_engine().run().
/// Errors: ShapeError for extents, leading dimensions, null pointers and overlaps.
void gemm(const GemmProblem& problem, const GemmOperands& operands);

/// Row-major C[m x n] = A[m x k] * B[k x n] without gaps; null pointers are allowed where there are no elements.
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c);

}  // namespace mikpoly
