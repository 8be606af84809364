// One problem with its data, in guarded memory, with the values that must come out.
//
// Values are right when |got - want| <= f(k) (|alpha| sum|a||b| + |beta c| + |bias|) + one rounding of f32, with
//   f(k) = (k + 4) 2^-24:
// every order of a sum of k products errs by at most k u, u = 2^-24 (Higham, Accuracy and Stability of Numerical
// Algorithms, section 3.1), and alpha, beta c and bias add one rounding each. Integer data must be equal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "tests/backends/conformance/candidates.hpp"
#include "tests/support/guarded_buffer.hpp"

namespace mikpoly::test {

/// Element (row, column) of batch element z of a logical matrix.
using Values = std::function<float(std::int64_t row, std::int64_t column, std::int64_t z)>;

/// Small integers of both signs: sums of up to 2^18 products are exact in f32 whatever their order.
Values small_integers(int salt);
/// Numbers in [-1, 1) with all bits of the mantissa in use.
Values fractions(int salt);
Values constant(float value);

enum class Compare { exact, tolerance };

struct GemmCase {
  GemmProblem problem;
  double alpha = 1.0;
  double beta = 0.0;
  Values a = small_integers(1);
  Values b = small_integers(2);
  Values c = small_integers(3);
  Values bias = small_integers(4);
  Values residual = small_integers(5);
  bool in_place = true;       ///< C is D, and so is the residual when beta = 0
  std::int64_t misalign = 0;  ///< floats that each operand is moved away from the guard page
  Against against = Against::page_behind;
  Compare compare = Compare::exact;
};

/// The case that most tests vary: row-major matrices without gaps.
GemmCase case_of(const GemmShape& shape);

/// Computes the case on every candidate that takes it, by each of `calls`, and checks with Catch:
/// all values; that every other byte of D's memory and all inputs are as before. Null pointers stand for what must not
/// be read. Returns how many runs there were.
int run_case(const GemmCase& gemm, const std::vector<Candidate>& on,
             const std::vector<Call>& calls = {Call::plain, Call::prepared, Call::packed_a, Call::packed_b});

}  // namespace mikpoly::test
