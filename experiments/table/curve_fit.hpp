// g_predict of kernels from the times of whole products: what Eq. 2 would have measured task by task.
//
//   time = fixed + waves * g(t),  waves = ceil(tasks / slots),  t = k steps of a task
//
// g is piecewise linear in t with at most kMostKnots knots among the sampled t; `fixed`, what a launch takes whatever
// it does, is one number for all kernels. Least squares of the relative errors: `fixed` from all kernels at once, each
// kernel's share of it projected out first, then each g. Knots that fall are levelled, for work does not shrink with t;
// below the first knot g goes on linearly, or to zero where the line would fall below that.
//
// Source: Eq. 2 and section 3.3 of MikPoly (ASPLOS'24); the projection is that of Frisch and Waugh, Econometrica 1
// (1933); levelling is pool-adjacent-violators, Ayer et al. 1955.
// Known limits: one wave takes as long as any other; what splitting k costs beside its tasks is not told apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernel/time_curve.hpp"

namespace mikpoly::lab {

inline constexpr std::size_t kMostKnots = 5;

/// One timed product.
struct CurveSample {
  double waves = 1.0;
  std::int64_t steps = 1;
  double time_ps = 1.0;
};

struct FittedCurves {
  Picoseconds fixed;
  std::vector<std::optional<TimeCurve>> curves;  ///< nothing for a kernel without samples
};

/// Fits the samples of every kernel. Latency and interval are the same: a table cannot tell them apart.
FittedCurves fit_curves(const std::vector<std::vector<CurveSample>>& kernels);

}  // namespace mikpoly::lab
