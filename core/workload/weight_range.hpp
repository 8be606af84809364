// Which weights a use may have.
#pragma once

#include <string>

namespace mikpoly {

/// Largest weight, alone and multiplied with others: no sum of count * weight * time over a workload overflows.
inline constexpr double kMaxWeight = 1e12;

/// kMaxWeight as people write it: 1e12.
std::string max_weight_text();

/// What messages ask for: `a weight in 0..1e12`.
std::string weight_range_text();

}  // namespace mikpoly
