#include "backends/cpu/canonical_gemm.hpp"

namespace mikpoly::cpu {

CanonicalGemm batch_element(const CanonicalProblem& problem, const GemmOperands& operands, std::int64_t batch) {
  const auto* a = static_cast<const float*>(problem.swapped ? operands.b : operands.a);
  const auto* b = static_cast<const float*>(problem.swapped ? operands.a : operands.b);
  const auto* c = static_cast<const float*>(operands.c);
  const auto* bias = static_cast<const float*>(operands.bias);
  const auto* residual = static_cast<const float*>(operands.residual);
  CanonicalGemm gemm;
  gemm.shape = problem.shape;
  gemm.shape.batch = 1;
  gemm.packed_height = problem.packed_height;
  gemm.packed_width = problem.packed_width;
  gemm.a = {a + batch * problem.a.batch, problem.a.row, problem.a.column};
  gemm.b = {b + batch * problem.b.batch, problem.b.row, problem.b.column};
  gemm.d = static_cast<float*>(operands.d) + batch * problem.d.batch;
  gemm.d_row = problem.d.row;
  Finish& finish = gemm.finish;
  finish.alpha = static_cast<float>(operands.alpha);
  finish.beta = static_cast<float>(operands.beta);
  if (finish.beta != 0.0F) finish.c = {c + batch * problem.c.batch, problem.c.row, problem.c.column};
  const Epilogue& epilogue = problem.epilogue;
  if (epilogue.bias == Bias::per_row) finish.row_bias = bias;
  if (epilogue.bias == Bias::per_column) finish.column_bias = bias;
  if (epilogue.residual) finish.residual = residual + batch * problem.d.batch;
  finish.activation = epilogue.activation;
  const bool in_place = finish.c.data == gemm.d && finish.c.row == gemm.d_row && finish.c.column == 1;
  gemm.accumulate = finish.beta == 1.0F && in_place;
  gemm.plain = finish.alpha == 1.0F && (finish.beta == 0.0F || gemm.accumulate) && epilogue == Epilogue{};
  // Plain sums are one chain of k steps through D whatever the blocking; others are not.
  const bool is_residual = finish.residual != nullptr && finish.residual == gemm.d;
  gemm.sums_apart = is_residual || (problem.deterministic && !gemm.plain);
  return gemm;
}

}  // namespace mikpoly::cpu
