#include "experiments/measure/sampler.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

double per_call(std::int64_t nanoseconds, std::int64_t calls) {
  return static_cast<double>(nanoseconds) / static_cast<double>(calls);
}

Picoseconds picoseconds(double nanoseconds) {
  return Picoseconds::rounded(nanoseconds * 1e3);
}

}  // namespace

Clock steady_clock() {
  return [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::int64_t{std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()};
  };
}

Sampler::Sampler(const SamplingRules& rules, Clock clock) : rules_(rules), clock_(std::move(clock)) {}

std::int64_t Sampler::batch_size(const Calls& calls) const {
  constexpr std::int64_t kMostGrowth = 16;
  constexpr std::int64_t kMostCalls = 10'000'000;  // of an empty problem, say
  calls(1);
  for (std::int64_t batch = 1;;) {
    const std::int64_t begin = clock_();
    calls(batch);
    const std::int64_t elapsed = clock_() - begin;
    if (elapsed >= rules_.batch_ns || batch >= kMostCalls) return batch;
    // A tenth more than it seems to take: the next try shall be the last.
    const double wanted = 1.1 * static_cast<double>(rules_.batch_ns) / std::max(per_call(elapsed, batch), 1e-3);
    const auto next = static_cast<std::int64_t>(std::min(wanted, static_cast<double>(batch * kMostGrowth)));
    batch = std::min(std::max(batch + 1, next), kMostCalls);
  }
}

std::vector<double> Sampler::round(const Calls& calls, std::int64_t batch) const {
  std::vector<double> samples;
  const std::int64_t begin = clock_();
  for (std::int64_t last = begin;;) {
    calls(batch);
    const std::int64_t now = clock_();
    samples.push_back(per_call(now - last, batch));
    last = now;
    const bool slow = samples.back() > static_cast<double>(rules_.slow_call_ns);
    const std::int64_t least = slow ? rules_.slow_samples : rules_.samples;
    if (now - begin >= rules_.round_ns && std::ssize(samples) >= least) return samples;
  }
}

double Sampler::once(const Calls& calls) const {
  const std::int64_t begin = clock_();
  calls(1);
  return static_cast<double>(clock_() - begin);
}

std::vector<RoundSamples> interleaved(const Sampler& sampler, std::span<const Calls> contestants, SplitMix64& order,
                                      const Intervals& intervals) {
  std::vector<std::int64_t> batches;
  for (const Calls& calls : contestants) batches.push_back(sampler.batch_size(calls));
  std::vector<RoundSamples> all(contestants.size());
  for (std::int64_t round = 0; round < sampler.rules().rounds; ++round) {
    if (intervals.before_round) intervals.before_round();
    for (const std::int64_t turn : shuffled(std::ssize(contestants), order)) {
      const auto i = static_cast<std::size_t>(turn);
      if (intervals.before_turn) intervals.before_turn();
      contestants[i](1);
      all[i].push_back(sampler.round(contestants[i], batches[i]));
    }
  }
  return all;
}

std::vector<std::int64_t> shuffled(std::int64_t count, SplitMix64& random) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t left = count; left > 1; --left) {  // Fisher and Yates; the bias of % is below 2^-40
    const auto drawn = static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(left));
    std::swap(order[static_cast<std::size_t>(left - 1)], order[static_cast<std::size_t>(drawn)]);
  }
  return order;
}

Measurement measurement_of(const RoundSamples& rounds, std::int64_t first, std::int64_t last) {
  std::vector<double> samples;
  for (std::int64_t i = first; i < last; ++i) {
    const std::vector<double>& round = rounds[static_cast<std::size_t>(i)];
    samples.insert(samples.end(), round.begin(), round.end());
  }
  ensure(!samples.empty(), "a measurement needs samples");
  return {.median = picoseconds(quantile(samples, 0.5)),
          .source = TimeSource::wall_clock,
          .interquartile_range = picoseconds(quantile(samples, 0.75) - quantile(samples, 0.25)),
          .samples = std::ssize(samples)};
}

}  // namespace mikpoly::lab
