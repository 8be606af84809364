// Is a measured result right? Entries of D against sums in double.
//
//   |got - want| <= k * u * sum |a||b| + u * |want|,  u = 2^-24
//
// The bound holds for every order of summation (Higham, "Accuracy and Stability of Numerical Algorithms", section 3.1),
// so it accepts every right result.
// Known limits: at large k it hides a dropped step; the conformance suite proves that with integers.
#pragma once

#include <cstdint>
#include <string>

#include "backends/backend.hpp"

namespace mikpoly::lab {

struct ResultCheck {
  std::string fault;         ///< empty when all checked entries are right; else the first wrong one, in a sentence
  double worst = 0.0;        ///< largest |got - want| / bound
  std::int64_t checked = 0;  ///< entries looked at
};

/// All entries of small outputs, else 300 random ones and the corners; f32, alpha = 1, beta = 0, no epilogue.
ResultCheck check_result(const GemmProblem& problem, const GemmOperands& operands, std::uint64_t seed);

}  // namespace mikpoly::lab
