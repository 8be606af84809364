#include "backends/canonical_problem.hpp"

#include <utility>

namespace mikpoly {
namespace {

ElementStrides transposed(const ElementStrides& strides) {
  return {strides.column, strides.row, strides.batch};
}

Bias other_axis(Bias bias) {
  if (bias == Bias::none) return bias;
  return bias == Bias::per_row ? Bias::per_column : Bias::per_row;
}

}  // namespace

CanonicalProblem canonical_form(const GemmProblem& problem) {
  const ElementStrides d = strides_of(problem.d, problem.shape.m, problem.shape.n);
  // A single column is a row to the kernels, when its elements are neighbours.
  const bool single_column = problem.shape.n == 1 && d.row == 1;
  return canonical_form(problem, d.column != 1 || single_column);
}

CanonicalProblem canonical_form(const GemmProblem& problem, bool swapped) {
  const GemmShape& shape = problem.shape;
  CanonicalProblem result;
  result.shape = shape;
  result.a = strides_of(problem.a, shape.m, shape.k);
  result.b = strides_of(problem.b, shape.k, shape.n);
  result.c = strides_of(problem.c, shape.m, shape.n);
  result.d = strides_of(problem.d, shape.m, shape.n);
  result.epilogue = problem.epilogue;
  result.deterministic = problem.deterministic;
  if (swapped) {
    result.swapped = true;
    std::swap(result.shape.m, result.shape.n);
    const ElementStrides a = result.a;
    result.a = transposed(result.b);
    result.b = transposed(a);
    result.c = transposed(result.c);
    result.d = transposed(result.d);
    result.d.column = 1;
    result.epilogue.bias = other_axis(result.epilogue.bias);
  }
  return result;
}

}  // namespace mikpoly
