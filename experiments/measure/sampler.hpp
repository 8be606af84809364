// Wall-clock timing of calls that take from nanoseconds to seconds: batches, rounds, and what is left of them.
//
// A sample is the mean over a batch of calls of at least 20 us, so that reading the clock does not count; a round takes
// at least 8 ms and 3 samples (2 where a call takes more than 150 ms). Contestants take turns round by round, in an
// order drawn anew each time, so that each of them sees the same moods of the machine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/measurement.hpp"
#include "core/base/splitmix64.hpp"

namespace mikpoly::lab {

/// Nanoseconds of a clock that never goes back.
using Clock = std::function<std::int64_t()>;

/// std::chrono::steady_clock.
Clock steady_clock();

/// Makes that many calls one after the other; a loop inside, so that the indirection is paid once per batch.
using Calls = std::function<void(std::int64_t calls)>;

/// Thrown out of what measures when it is told to stop.
struct MeasuringStopped {};

struct SamplingRules {
  std::int64_t batch_ns = 20'000;
  std::int64_t round_ns = 8'000'000;
  std::int64_t samples = 3;  ///< least of a round
  std::int64_t slow_call_ns = 150'000'000;
  std::int64_t slow_samples = 2;  ///< least of a round of slow calls
  std::int64_t rounds = 6;        ///< the first half picks the best peer, the last half scores
};

/// Nanoseconds per call, by round.
using RoundSamples = std::vector<std::vector<double>>;

class Sampler {
 public:
  Sampler(const SamplingRules& rules, Clock clock);

  /// Calls that fill a batch. Makes one call to warm up and as many as it takes to find out.
  [[nodiscard]] std::int64_t batch_size(const Calls& calls) const;

  /// The samples of one round.
  [[nodiscard]] std::vector<double> round(const Calls& calls, std::int64_t batch) const;

  /// Nanoseconds of one call.
  [[nodiscard]] double once(const Calls& calls) const;

  [[nodiscard]] const SamplingRules& rules() const { return rules_; }

 private:
  SamplingRules rules_;
  Clock clock_;
};

/// What happens between the rounds, outside of the times.
struct Intervals {
  std::function<void()> before_round;  ///< of all contestants
  std::function<void()> before_turn;   ///< of one contestant; its first call after that wakes it and is not timed
};

/// All rounds of all contestants, interleaved.
std::vector<RoundSamples> interleaved(const Sampler& sampler, std::span<const Calls> contestants, SplitMix64& order,
                                      const Intervals& intervals = {});

/// 0 .. count-1 in random order.
std::vector<std::int64_t> shuffled(std::int64_t count, SplitMix64& random);

/// Median, interquartile range and count of the rounds [first, last).
Measurement measurement_of(const RoundSamples& rounds, std::int64_t first, std::int64_t last);

}  // namespace mikpoly::lab
