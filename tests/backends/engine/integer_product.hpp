// A product of small integers: exact in f32, whatever the order of summation.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/backend.hpp"

namespace mikpoly::test {

class IntegerProduct {
 public:
  /// Tight matrices of values -4 .. 4 in the problem's layouts, one batch element.
  explicit IntegerProduct(const GemmProblem& problem);

  [[nodiscard]] const GemmProblem& problem() const { return problem_; }
  [[nodiscard]] GemmOperands operands() { return {.a = a_.data(), .b = b_.data(), .c = d_.data(), .d = d_.data()}; }

  /// Elements of D that are not alpha * A * B; D is poisoned for the next call.
  std::int64_t wrong(double alpha = 1.0);

 private:
  GemmProblem problem_;
  std::vector<float> a_;
  std::vector<float> b_;
  std::vector<float> d_;
};

/// Row-major A and D; B row major, or its rows along k when `b_transposed`.
GemmProblem problem_of(const GemmShape& shape, bool b_transposed = false);

}  // namespace mikpoly::test
