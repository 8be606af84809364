// Robust non-linear least squares with bounds, for a few parameters and many residuals.
//
// Minimises sum of rho(r) with rho(r) = 2 s^2 (sqrt(1 + (r / s)^2) - 1): quadratic for |r| << s, linear beyond, so that
// single rows do not pull. Levenberg-Marquardt on reweighted residuals; derivatives by differences; steps end at the
// bounds.
//
// Source: Levenberg 1944, Marquardt 1963; the loss is "soft L1" (Charbonnier et al. 1997). Errors of the parameters are
// the cluster-robust ("sandwich") ones of Liang and Zeger, Biometrika 73 (1986): rows of a cluster err together.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace mikpoly::lab {

struct FitProblem {
  /// Residuals at a point of the unit cube.
  std::function<std::vector<double>(const std::vector<double>& at)> residuals;
  std::vector<double> start;         ///< in [0, 1] each
  std::vector<std::size_t> cluster;  ///< of each residual
  double scale = 0.05;               ///< s
};

struct FitResult {
  std::vector<double> at;
  std::vector<double> error;        ///< standard error of each; infinite where nothing depends on it
  std::vector<double> sensitivity;  ///< root mean square change of a residual over the parameter's whole range
  double cost = 0.0;
  int steps = 0;
};

/// Cost: (parameters + 2) calls of `residuals` a step, at most `most_steps` steps.
FitResult fit(const FitProblem& problem, int most_steps = 30);

}  // namespace mikpoly::lab
