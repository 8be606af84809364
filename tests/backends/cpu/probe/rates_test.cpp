#include "backends/cpu/probe/rates.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/catch.hpp"

namespace mikpoly {

TEST_CASE("a rate counts the work of all workers, in as many samples as asked for", "[probe]") {
  ThreadPool pool(2);
  std::array<std::atomic<int>, 2> calls{};
  const auto work = [&calls](std::int64_t worker, std::int64_t rounds) {
    ++calls[static_cast<std::size_t>(worker)];
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return static_cast<double>(rounds);
  };
  const RateRules rules{.sample_s = 1e-3, .samples = 5};

  const Spread one = rate_of(pool, 1, work, rules);
  CHECK(one.samples == 5);
  CHECK(one.median > 0.0);
  CHECK(one.median <= 500.0);  // a round of at least 2 ms
  CHECK(calls[1] == 0);

  rate_of(pool, 2, work, rules);
  CHECK(calls[1] >= 5);
}

}  // namespace mikpoly
