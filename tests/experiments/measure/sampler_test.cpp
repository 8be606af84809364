#include "experiments/measure/sampler.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/experiments/measure/fake_backends.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

Calls taking(test::FakeClock& clock, std::int64_t nanoseconds) {
  return [&clock, nanoseconds](std::int64_t calls) { clock.take(nanoseconds * calls); };
}

}  // namespace

// 20 us are 2000 calls of 10 ns; the last try aims a tenth above.
TEST_CASE("A batch of short calls takes at least 20 us and not much more", "[sampler]") {
  test::FakeClock clock;
  const Sampler sampler({}, clock.clock());

  const std::int64_t batch = sampler.batch_size(taking(clock, 10));

  CHECK(batch >= 2000);
  CHECK(batch <= 2200);
  CHECK(sampler.batch_size(taking(clock, 30'000)) == 1);
}

TEST_CASE("The first call, which may plan or generate code, does not make the batch", "[sampler]") {
  test::FakeClock clock;
  const Sampler sampler({}, clock.clock());
  bool planned = false;
  const Calls calls = [&](std::int64_t count) {
    if (!std::exchange(planned, true)) clock.take(1'000'000);
    clock.take(100 * count);
  };

  CHECK(sampler.batch_size(calls) >= 200);
}

TEST_CASE("A call that takes no time at all still gives a batch", "[sampler]") {
  test::FakeClock clock;

  CHECK(Sampler({}, clock.clock()).batch_size(taking(clock, 0)) == 10'000'000);
}

// 8 ms are 80 batches of 100 us; 3 calls of 100 ms; 2 of 200 ms.
TEST_CASE("A round takes at least 8 ms and 3 samples, 2 when a call takes more than 150 ms", "[sampler]") {
  test::FakeClock clock;
  const Sampler sampler({}, clock.clock());

  CHECK(sampler.round(taking(clock, 1000), 100).size() == 80);
  CHECK(sampler.round(taking(clock, 100'000'000), 1).size() == 3);
  CHECK(sampler.round(taking(clock, 200'000'000), 1).size() == 2);
  CHECK(sampler.round(taking(clock, 1000), 100).front() == 1000.0);
}

TEST_CASE("Contestants take turns, each once in every round, and not always in the same order", "[sampler]") {
  test::FakeClock clock;
  SamplingRules rules;
  rules.rounds = 20;
  std::string turns;
  const std::vector<Calls> contestants{[&](std::int64_t count) {
                                         if (turns.empty() || turns.back() != 'a') turns += 'a';
                                         clock.take(1'000'000 * count);
                                       },
                                       [&](std::int64_t count) {
                                         if (turns.empty() || turns.back() != 'b') turns += 'b';
                                         clock.take(2'000'000 * count);
                                       }};
  SplitMix64 order(1);

  const std::vector<RoundSamples> samples = interleaved(Sampler(rules, clock.clock()), contestants, order,
                                                        {.before_round = [&] { turns += '|'; }, .before_turn = {}});

  for (const RoundSamples& of_one : samples) CHECK(of_one.size() == 20);
  CHECK(samples[0][0][0] == 1e6);
  CHECK(samples[1][19][0] == 2e6);
  CHECK(turns.find("|ab|") != std::string::npos);
  CHECK(turns.find("|ba|") != std::string::npos);
  CHECK(turns.find("|a|") == std::string::npos);
}

TEST_CASE("A shuffle holds every number once", "[sampler]") {
  SplitMix64 random(3);
  std::vector<std::int64_t> order = shuffled(100, random);

  CHECK(!std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::int64_t i = 0; i < 100; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
  CHECK(shuffled(0, random).empty());
}

// Of 1, 2, 3, 4, 5 ns the quartiles are 2 and 4, the median 3; the last round alone has 5.
TEST_CASE("A measurement has median, interquartile range and count of its rounds", "[sampler]") {
  const RoundSamples rounds{{4.0, 1.0}, {3.0, 2.0}, {5.0}};

  const Measurement all = measurement_of(rounds, 0, 3);

  CHECK(all.median == Picoseconds{3000});
  CHECK(all.interquartile_range == Picoseconds{2000});
  CHECK(all.samples == 5);
  CHECK(all.source == TimeSource::wall_clock);
  CHECK(measurement_of(rounds, 2, 3).median == Picoseconds{5000});
}

}  // namespace mikpoly::lab
