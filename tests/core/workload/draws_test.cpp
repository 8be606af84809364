#include "core/workload/draws.hpp"

#include <cmath>
#include <map>

#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

std::map<std::int64_t, int> counts_of(Draw& draw, int numbers) {
  std::map<std::int64_t, int> counts;
  for (int i = 0; i < numbers; ++i) ++counts[draw.next()];
  return counts;
}

TEST_CASE("The table has the three distributions", "[draws]") {
  CHECK(draws().names() == std::vector<std::string>{"log_uniform", "uniform", "zipf"});
  CHECK(takes_exponent("zipf"));
  CHECK_FALSE(takes_exponent("uniform"));
}

TEST_CASE("Every distribution stays in its range and comes back with its seed", "[draws]") {
  for (const std::string& name : draws().names()) {
    INFO(name);
    const auto make = [&](std::int64_t seed) {
      return draws().find(name)({.low = 5, .high = 1'000'000, .seed = seed, .exponent = 1.5});
    };
    const auto draw = make(7);
    const auto again = make(7);
    const auto other = make(8);

    int different = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::int64_t value = draw->next();
      CHECK((value >= 5 && value <= 1'000'000));
      CHECK(again->next() == value);
      different += other->next() == value ? 0 : 1;
    }
    CHECK(different > 100);
  }
}

// 6000 draws of 6 values: 1000 +- 5 standard deviations of sqrt(6000 * 5/36) = 28.9.
TEST_CASE("uniform draws all values alike", "[draws]") {
  Uniform dice(1, 6, 7);
  const std::map<std::int64_t, int> counts = counts_of(dice, 6000);

  REQUIRE(counts.size() == 6);
  for (const auto& [value, count] : counts) CHECK((count > 1000 - 145 && count < 1000 + 145));
}

// Probabilities r^-a / sum; a count of n draws has the standard deviation sqrt(n p (1 - p)).
TEST_CASE("zipf draws rank r in proportion to r^-exponent", "[draws]") {
  constexpr int kDraws = 50'000;
  for (const double exponent : {0.5, 1.0, 2.0}) {
    INFO(exponent);
    Zipf zipf(11, 20, 7, exponent);
    double sum = 0.0;
    for (int rank = 1; rank <= 10; ++rank) sum += std::pow(rank, -exponent);

    std::map<std::int64_t, int> counts = counts_of(zipf, kDraws);

    for (int rank = 1; rank <= 10; ++rank) {
      const double p = std::pow(rank, -exponent) / sum;
      const double deviation = std::sqrt(kDraws * p * (1.0 - p));
      CHECK(std::abs(counts[10 + rank] - kDraws * p) < 5.0 * deviation);
    }
  }
}

TEST_CASE("A range of one value gives that value", "[draws]") {
  for (const std::string& name : draws().names()) {
    INFO(name);
    CHECK(draws().find(name)({.low = 9, .high = 9, .seed = 1})->next() == 9);
  }
}

}  // namespace
}  // namespace mikpoly
