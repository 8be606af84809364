#include "experiments/engine/failures.hpp"

#include <string_view>
#include <utility>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

using Sentences = std::vector<std::string>;

RunRow failed(std::string_view selector, std::string_view shape, std::string_view reason) {
  return {.key = {.hardware = "toy", .pattern_set = "all", .selector = selector, .problem = shape},
          .shape = shape,
          .reason = reason};
}

RunRow finished(std::string_view shape) {
  RunRow row = failed("mikpoly", shape, "");
  row.numbers = RowNumbers{.time = 1.0};
  return row;
}

Sentences sentences(std::vector<RunRow> rows, std::int64_t most) {
  const RunTable table{.rows = std::move(rows)};
  return failure_sentences(by_selector(table), most);
}

}  // namespace

TEST_CASE("Each reason is told once, with its rows and the first of them, the most frequent before others",
          "[failures]") {
  CHECK(sentences({failed("mikpoly", "8x8x8", "no kernel fits"), finished("9x9x9"),
                   failed("wave", "8x8x8", "too large"), failed("wave", "9x9x9", "too large")},
                  3) == Sentences{"2 rows failed, first 8x8x8 with wave on toy: too large",
                                  "1 row failed, 8x8x8 with mikpoly on toy: no kernel fits"});
}

TEST_CASE("Of many reasons some are told, and how many are not", "[failures]") {
  const std::vector<RunRow> rows{failed("wave", "1x1x1", "a"), failed("wave", "2x2x2", "b"),
                                 failed("wave", "3x3x3", "c")};

  CHECK(sentences(rows, 1) ==
        Sentences{"1 row failed, 1x1x1 with wave on toy: a", "and 2 other reasons, in results.csv under \"reason\""});
  CHECK(sentences(rows, 2).back() == "and 1 other reason, in results.csv under \"reason\"");
  CHECK(sentences(rows, 3).size() == 3);
}

TEST_CASE("Wrong values are told, and what a selector declined is not", "[failures]") {
  RunRow wrong = finished("4x4x4");
  wrong.reason = "C[0, 1] differs";
  RunRow declined = failed("ranges-1", "4x4x4", "m = 4 is above 1");
  declined.unsupported = true;

  CHECK(sentences({wrong, declined, finished("8x8x8")}, 3) ==
        Sentences{"1 row of wrong values, 4x4x4 with mikpoly on toy: C[0, 1] differs"});
}

}  // namespace mikpoly::lab
