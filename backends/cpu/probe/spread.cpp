#include "backends/cpu/probe/spread.hpp"

#include <algorithm>
#include <cmath>

namespace mikpoly {

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto quantile = [&values](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], place - std::floor(place));
  };
  const double median = quantile(0.5);
  const double range = quantile(0.75) - quantile(0.25);
  return {median, median > 0.0 ? range / median : 0.0, static_cast<std::int64_t>(values.size())};
}

}  // namespace mikpoly
