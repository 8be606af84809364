// Products that kernels for full tiles get wrong, on small integers, so that values must be equal: for the owner of a
// device, on which no test runs.
#pragma once

#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace mikpoly::lab {

struct MeanCase {
  std::string what;  ///< why it is mean
  GemmProblem problem;
  double alpha = 1.0;
  double beta = 0.0;
};

/// Prime extents, lines of any alignment, all transposes and orders, gaps, batches, deep k, empty ones, every epilogue.
std::vector<MeanCase> mean_cases(const GemmTypes& types);

struct CaseResult {
  std::string what;
  std::string disposition;  ///< passed, failed or unsupported
  std::string reason;       ///< empty when passed
};

/// Computes a case of f32, tf32, f16 or bf16 and compares every element of D, and what lies between its lines;
/// of large products elements drawn at random.
/// Errors: what the backend throws but BackendUnavailable.
CaseResult check_case(Backend& backend, const MeanCase& mean);

}  // namespace mikpoly::lab
