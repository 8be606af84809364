// The few statistics of the regret tables. Geometric means, because ratios multiply.
#pragma once

#include <limits>
#include <span>

namespace mikpoly::lab {

/// What a statistic of no values is.
inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// exp(mean(log x)) of positive numbers; NaN when there are none.
double geometric_mean(std::span<const double> values);

/// Arithmetic mean; NaN when there are none.
double mean(std::span<const double> values);

/// The q-quantile, q in [0, 1], linear between order statistics (type 7 of Hyndman and Fan); NaN when there are none.
double quantile(std::span<const double> values, double q);

/// Kendall's tau-b of pairs (x[i], y[i]): 1 = same order, -1 = opposite; NaN when all x or all y are tied.
/// Cost:   O(n log n).
/// Source: Knight, "A computer method for calculating Kendall's tau with ungrouped data", JASA 61 (1966).
double kendall_tau(std::span<const double> x, std::span<const double> y);

}  // namespace mikpoly::lab
