#include "tests/backends/engine/integer_product.hpp"

#include <algorithm>
#include <limits>

namespace mikpoly::test {
namespace {

constexpr float kPoison = std::numeric_limits<float>::quiet_NaN();

std::vector<float> values(std::int64_t count, std::int64_t salt) {
  std::vector<float> all(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    all[static_cast<std::size_t>(i)] = static_cast<float>((i * i + salt) % 9 - 4);
  return all;
}

}  // namespace

IntegerProduct::IntegerProduct(const GemmProblem& problem)
    : problem_(problem),
      a_(values(problem.shape.m * problem.shape.k, 1)),
      b_(values(problem.shape.k * problem.shape.n, 2)),
      d_(static_cast<std::size_t>(problem.shape.m * problem.shape.n), kPoison) {}

std::int64_t IntegerProduct::wrong(double alpha) {
  const auto [m, n, k, batch] = problem_.shape;
  const ElementStrides a = strides_of(problem_.a, m, k);
  const ElementStrides b = strides_of(problem_.b, k, n);
  const ElementStrides d = strides_of(problem_.d, m, n);
  std::int64_t count = 0;
  std::vector<double> row(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < m; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::int64_t l = 0; l < k; ++l) {
      const double x = alpha * a_[static_cast<std::size_t>(i * a.row + l * a.column)];
      const float* y = b_.data() + l * b.row;
      for (std::int64_t j = 0; j < n; ++j) row[static_cast<std::size_t>(j)] += x * y[j * b.column];
    }
    for (std::int64_t j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(i * d.row + j * d.column);
      count += static_cast<double>(d_[at]) == row[static_cast<std::size_t>(j)] ? 0 : 1;
    }
  }
  std::fill(d_.begin(), d_.end(), kPoison);
  return count;
}

GemmProblem problem_of(const GemmShape& shape, bool b_transposed) {
  GemmProblem problem;
  problem.shape = shape;
  problem.b.transposed = b_transposed;
  return problem;
}

}  // namespace mikpoly::test
