// A workload in a few numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem/workload.hpp"

namespace mikpoly {

/// Smallest and largest value of an extent, and how many different ones there are.
struct ExtentSpread {
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t distinct = 0;
};

/// The items whose m is in least..most: 0, 1, 2..3, 4..7 and so on.
struct ExtentBucket {
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t items = 0;
  double use = 0.0;
};

struct WorkloadSummary {
  std::int64_t items = 0;             ///< each is planned once
  std::int64_t distinct = 0;          ///< different shapes among them
  double products = 0.0;              ///< sum of count; a double, for it may pass 2^63
  double use = 0.0;                   ///< sum of count * weight
  double flop = 0.0;                  ///< sum of 2 * m * n * k * batch * count * weight
  std::vector<ExtentSpread> extents;  ///< m, n, k, batch
  std::vector<ExtentBucket> by_m;     ///< those that have items, ascending
};

WorkloadSummary summary_of(const Workload& workload);

}  // namespace mikpoly
