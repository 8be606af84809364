#include "experiments/engine/metrics.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

RunRow row_of(std::string_view selector, std::string_view problem, double time, double regret) {
  return {.key = {.hardware = "toy", .pattern_set = "all", .selector = selector, .problem = problem},
          .shape = problem,
          .use = {},
          .plan = "p1|I|f16_32x16x16@0-64:0-16:0-8|max_min",
          .numbers = RowNumbers{.predicted = time / 2.0, .predicted_makespan = time, .time = time, .regret = regret},
          .peers = {.best = 10.0, .oracle = 8.0, .oracle_gap = 0.0}};
}

double value(const RunTable& table, std::string_view metric) {
  return find_metric(metric).value(by_selector(table).front());
}

}  // namespace

// Regrets 1 and 4: the geometric mean is 2, so half of the oracle's speed.
TEST_CASE("The table's metrics of two rows", "[metrics]") {
  const RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "b", 32.0, 4.0)}};

  CHECK(value(table, "shapes") == 2.0);
  CHECK(value(table, "failed") == 0.0);
  CHECK(value(table, "of_oracle") == Approx(0.5));
  CHECK(value(table, "regret_median") == Approx(2.5));
  CHECK(value(table, "regret_worst") == 4.0);
  CHECK(value(table, "win_rate") == 0.5);  // 8 <= 10 < 32
  CHECK(value(table, "top1") == 0.5);      // 8 <= 8 < 32
  CHECK(value(table, "exact") == 1.0);
  CHECK(value(table, "tau_eq2") == Approx(1.0));
  CHECK(value(table, "tile_area") == 512.0);
  CHECK(value(table, "judged_median") == Approx(2.0));
  CHECK(std::isnan(value(table, "of_all")));
}

// Used 6 times at 8 us and once at 32: 80 us; the oracle takes 8 and 8, so 56.
TEST_CASE("Metrics by use weigh a shape by count times weight", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "b", 32.0, 4.0)}};
  table.rows[0].use = {3, 2.0};

  CHECK(value(table, "use") == 7.0);
  CHECK(value(table, "use_time_us") == 80.0);
  CHECK(value(table, "use_regret") == Approx(80.0 / 56.0));
  CHECK(value(table, "use_of_oracle") == Approx(56.0 / 80.0));
  CHECK(value(table, "regret_median") == Approx(2.5));  // as without the use
}

TEST_CASE("Metrics by use leave out what did not finish, and have no regret without an oracle", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "b", 32.0, 4.0)}};
  table.rows[0].numbers->regret.reset();
  table.rows[1].numbers.reset();

  CHECK(value(table, "use") == 1.0);
  CHECK(value(table, "use_time_us") == 8.0);
  CHECK(std::isnan(value(table, "use_regret")));
}

TEST_CASE("A failed row counts as failed and in nothing else", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "b", 32.0, 4.0)}};
  table.rows[1].numbers.reset();

  CHECK(value(table, "shapes") == 1.0);
  CHECK(value(table, "failed") == 1.0);
  CHECK(value(table, "regret_worst") == 1.0);
}

TEST_CASE("A row that the selector declined counts as unsupported, by that name everywhere, not as failed",
          "[metrics]") {
  RunTable table{.rows = {row_of("ranges-128", "a", 8.0, 1.0), row_of("ranges-128", "b", 32.0, 4.0)}};
  table.rows[1].numbers.reset();
  table.rows[1].unsupported = true;

  CHECK(value(table, "shapes") == 1.0);
  CHECK(value(table, "failed") == 0.0);
  CHECK(value(table, "unsupported") == 1.0);
  CHECK(find_metric("unsupported").heading == "unsupported");
  CHECK(value(table, "regret_worst") == 1.0);
}

TEST_CASE("A shape whose gap is not known is not proven; without an oracle no share is given", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "b", 32.0, 4.0)}};
  table.rows[1].peers.oracle_gap.reset();
  CHECK(value(table, "exact") == 0.5);
  table.rows[0].peers.oracle_gap.reset();
  CHECK(std::isnan(value(table, "exact")));
}

// Without the second row one of two is won, and tau is that of two rows in order: 8 < 32 as predicted.
TEST_CASE("A product without output is in no share, regret or tau, and is counted", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 8.0, 1.0), row_of("mikpoly", "empty", 0.0, 1.0),
                          row_of("mikpoly", "b", 32.0, 4.0)}};
  RunRow& empty = table.rows[1];
  empty.no_output = true;
  empty.numbers->predicted = 40.0;  // last by Eq. 2, first by time

  CHECK(value(table, "shapes") == 3.0);
  CHECK(value(table, "failed") == 0.0);
  CHECK(value(table, "no_output") == 1.0);
  CHECK(value(table, "win_rate") == 0.5);
  CHECK(value(table, "top1") == 0.5);
  CHECK(value(table, "tau_eq2") == Approx(1.0));
  empty.peers.oracle_gap = 0.5;
  CHECK(value(table, "exact") == 1.0);
  CHECK(value(table, "regret_median") == Approx(2.5));
}

// 3/4 of the outputs under 256x128 = 32768, 1/4 under 64x64 = 4096: 24576 + 1024.
TEST_CASE("The mean tile area weighs regions by their outputs", "[metrics]") {
  CHECK(mean_tile_area("p1|II|f16_256x128x32@0-3072:0-1024:0-4096|f16_64x64x64@3072-4096:0-1024:0-4096|max_min") ==
        Approx(25600.0));
  CHECK(mean_tile_area("") == 0.0);
}

TEST_CASE("The worst rows come from the largest pattern set, largest regret first", "[metrics]") {
  RunTable table{.rows = {row_of("mikpoly", "a", 9.0, 1.5), row_of("mikpoly", "b", 9.0, 3.0),
                          row_of("mikpoly", "c", 9.0, 9.0), row_of("wave", "a", 9.0, 8.0)}};
  table.rows[2].key.pattern_set = "I+II";

  const std::vector<const RunRow*> worst = worst_rows(table, "mikpoly", 20);

  REQUIRE(worst.size() == 2);
  CHECK(worst[0]->key.problem == "b");
  CHECK(worst[1]->key.problem == "a");
  CHECK(worst_rows(table, "mikpoly", 1).size() == 1);
}

TEST_CASE("An unknown variable is refused with the nearest", "[metrics]") {
  try {
    find_metric("regret_p59");
    FAIL("accepted");
  } catch (const ConfigError& error) {
    CHECK_THAT(error.what(), Contains("unknown gate variable \"regret_p59\"; did you mean \"regret_p95\"? known: "));
  }
}

}  // namespace mikpoly::lab
