// Which weights a use may have.
#pragma once

#include <string_view>

namespace mikpoly {

/// Largest weight, alone and multiplied with others: no sum of count * weight * time over a workload overflows.
inline constexpr double kMaxWeight = 1e12;

/// How messages say it.
inline constexpr std::string_view kWeightRange = "a weight in 0..1e12";

}  // namespace mikpoly
