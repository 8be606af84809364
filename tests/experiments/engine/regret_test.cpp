#include "experiments/engine/regret.hpp"

#include <vector>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

ResultRow row_of(const std::string& selector, const std::string& set, std::int64_t picoseconds) {
  ResultRow row;
  row.choice = {.selector = selector, .pattern_set = set};
  row.times = RowTimes{.measured = {.median = {picoseconds}}};
  return row;
}

}  // namespace

TEST_CASE("Regret is taken against the oracle with the largest pattern set, for the rows of every set", "[regret]") {
  std::vector<ResultRow> rows{row_of("mikpoly", "I", 150), row_of("oracle", "I", 120), row_of("mikpoly", "all", 110),
                              row_of("oracle", "all", 100)};

  score_against_oracle(rows, "all");

  CHECK(*rows[0].score.regret == 1.5);
  CHECK(*rows[1].score.regret == 1.2);
  CHECK(*rows[2].score.regret == 1.1);
  CHECK(*rows[3].score.regret == 1.0);
}

TEST_CASE("Without an oracle there is no regret", "[regret]") {
  std::vector<ResultRow> rows{row_of("mikpoly", "all", 150)};

  score_against_oracle(rows, "all");

  CHECK(!rows[0].score.regret.has_value());
}

TEST_CASE("A failed row has no regret, and a failed oracle gives none", "[regret]") {
  std::vector<ResultRow> rows{row_of("mikpoly", "all", 150), row_of("oracle", "all", 100)};
  rows[0].times.reset();
  score_against_oracle(rows, "all");
  CHECK(!rows[0].score.regret.has_value());

  rows[0] = row_of("mikpoly", "all", 150);
  rows[1].times.reset();
  score_against_oracle(rows, "all");
  CHECK(!rows[0].score.regret.has_value());
}

TEST_CASE("Shapes without output divide nothing by nothing", "[regret]") {
  std::vector<ResultRow> rows{row_of("mikpoly", "all", 0), row_of("oracle", "all", 0)};

  score_against_oracle(rows, "all");

  CHECK(!rows[0].score.regret.has_value());
}

}  // namespace mikpoly::lab
