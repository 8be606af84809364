#include "backends/cpu/probe/rates.hpp"

#include <chrono>
#include <vector>

namespace mikpoly {
namespace {

struct Sample {
  double work = 0.0;
  double seconds = 0.0;
};

Sample sample_of(ThreadPool& pool, std::int64_t workers, const Work& work, std::int64_t rounds) {
  // One cache line for each worker's sum.
  struct alignas(64) Sum {
    double work = 0.0;
  };
  std::vector<Sum> sums(static_cast<std::size_t>(workers));
  const auto start = std::chrono::steady_clock::now();
  pool.run(workers, [&](std::int64_t worker, std::int64_t) {
    sums[static_cast<std::size_t>(worker)].work = work(worker, rounds);
  });
  Sample sample{.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  for (const Sum& sum : sums) sample.work += sum.work;
  return sample;
}

}  // namespace

Spread rate_of(ThreadPool& pool, std::int64_t workers, const Work& work, const RateRules& rules) {
  constexpr std::int64_t kMostRounds = std::int64_t{1} << 40;
  std::int64_t rounds = 1;
  while (rounds < kMostRounds && sample_of(pool, workers, work, rounds).seconds < rules.sample_s) rounds *= 2;
  std::vector<double> rates;
  for (std::int64_t i = 0; i < rules.samples; ++i) {
    const Sample sample = sample_of(pool, workers, work, rounds);
    rates.push_back(sample.work / sample.seconds);
  }
  return spread_of(std::move(rates));
}

}  // namespace mikpoly
