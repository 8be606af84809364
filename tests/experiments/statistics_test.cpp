#include "experiments/statistics.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

// The definition, pair by pair.
double kendall_tau_by_pairs(const std::vector<double>& x, const std::vector<double>& y) {
  double balance = 0.0;
  double untied_x = 0.0;
  double untied_y = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double sign_x = x[i] < x[j] ? -1.0 : x[i] > x[j] ? 1.0 : 0.0;
      const double sign_y = y[i] < y[j] ? -1.0 : y[i] > y[j] ? 1.0 : 0.0;
      balance += sign_x * sign_y;
      untied_x += std::abs(sign_x);
      untied_y += std::abs(sign_y);
    }
  }
  return balance / std::sqrt(untied_x * untied_y);
}

}  // namespace

TEST_CASE("The geometric mean of 1, 2 and 4 is 2", "[statistics]") {
  CHECK(geometric_mean(std::vector<double>{1.0, 2.0, 4.0}) == Approx(2.0));
}

TEST_CASE("Statistics of nothing are NaN, not zero", "[statistics]") {
  CHECK(std::isnan(geometric_mean({})));
  CHECK(std::isnan(mean({})));
  CHECK(std::isnan(quantile({}, 0.5)));
  CHECK(std::isnan(kendall_tau({}, {})));
}

// Order statistics 1, 2, 3, 4 stand at 0, 1/3, 2/3 and 1: the median lies half way between 2 and 3, and the 95th
// percentile at position 0.95 * 3 = 2.85, so 3 + 0.85.
TEST_CASE("Quantiles are linear between order statistics", "[statistics]") {
  const std::vector<double> values{4.0, 1.0, 3.0, 2.0};

  CHECK(quantile(values, 0.0) == 1.0);
  CHECK(quantile(values, 0.5) == Approx(2.5));
  CHECK(quantile(values, 0.95) == Approx(3.85));
  CHECK(quantile(values, 1.0) == 4.0);
  CHECK(quantile(std::vector<double>{7.0}, 0.95) == 7.0);
}

TEST_CASE("Kendall's tau is 1 in the same order, -1 in the opposite, NaN when all is tied", "[statistics]") {
  const std::vector<double> rising{1.0, 2.0, 3.0, 4.0};
  const std::vector<double> falling{9.0, 7.0, 5.0, 3.0};

  CHECK(kendall_tau(rising, rising) == Approx(1.0));
  CHECK(kendall_tau(rising, falling) == Approx(-1.0));
  CHECK(std::isnan(kendall_tau(rising, std::vector<double>{2.0, 2.0, 2.0, 2.0})));
}

// 6 pairs: 5 in the same order, 1 in the opposite.
TEST_CASE("One exchange among four leaves a tau of 4/6", "[statistics]") {
  CHECK(kendall_tau(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 2, 4, 3}) == Approx(4.0 / 6.0));
}

TEST_CASE("Kendall's tau by merge sort is that of its definition, ties included", "[statistics]") {
  SplitMix64 random(7);
  for (std::int64_t count = 2; count < 40; ++count) {
    std::vector<double> x;
    std::vector<double> y;
    for (std::int64_t i = 0; i < count; ++i) {
      x.push_back(static_cast<double>(random.next() % 8));
      y.push_back(static_cast<double>(random.next() % 8));
    }
    const double expected = kendall_tau_by_pairs(x, y);
    if (std::isnan(expected)) continue;
    CHECK(kendall_tau(x, y) == Approx(expected).margin(1e-12));
  }
}

}  // namespace mikpoly::lab
