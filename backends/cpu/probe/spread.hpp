// Many readings of one number, in three.
#pragma once

#include <cstdint>
#include <vector>

namespace mikpoly {

struct Spread {
  double median = 0.0;
  double relative_iqr = 0.0;  ///< interquartile range over the median
  std::int64_t samples = 0;
};

/// Quartiles linear between order statistics (type 7 of Hyndman and Fan). All zero without values.
Spread spread_of(std::vector<double> values);

}  // namespace mikpoly
