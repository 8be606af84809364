// Work per second of several pinned threads together.
#pragma once

#include <cstdint>
#include <functional>

#include "backends/cpu/probe/spread.hpp"
#include "backends/cpu/thread_pool.hpp"

namespace mikpoly {

/// What one worker does for so many rounds. Returns: the work done, in the unit that the rate counts.
using Work = std::function<double(std::int64_t worker, std::int64_t rounds)>;

/// Samples shorter than the time slices of the system, and many: other work disturbs few of them, and not the median.
struct RateRules {
  double sample_s = 5e-4;  ///< least time of a sample
  std::int64_t samples = 61;
};

/// Work per second of the first `workers` of the pool. Rounds are doubled until a sample takes long enough; what they
/// take until then warms up.
/// Cost: about (samples + 2) * sample_s, more where one round takes longer.
Spread rate_of(ThreadPool& pool, std::int64_t workers, const Work& work, const RateRules& rules = {});

}  // namespace mikpoly
