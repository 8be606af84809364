#include "experiments/engine/repeats.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

// The texts must outlive the row.
RunRow row_of(std::string_view problem, std::string_view shape, std::int64_t count, std::string_view selector) {
  return {.key = {.hardware = "toy", .pattern_set = "all", .selector = selector, .problem = problem},
          .shape = shape,
          .use = {count, 1.0},
          .plan = "",
          .numbers = {},
          .peers = {}};
}

}  // namespace

// 5x2x3 was seen 4 + 1 times under two ids, 5x9x3 and the batch once each; each selector sees the same shapes.
TEST_CASE("Repeats are counted once for each problem, whatever ran on it", "[repeats]") {
  RunTable table;
  for (const char* const selector : {"mikpoly", "oracle"}) {
    table.rows.push_back(row_of("w/5x2x3", "5x2x3", 4, selector));
    table.rows.push_back(row_of("w/5x2x3#2", "5x2x3", 1, selector));
    table.rows.push_back(row_of("w/5x9x3", "5x9x3", 1, selector));
    table.rows.push_back(row_of("w/7x6x9x3", "7x6x9x3", 1, selector));
    table.rows.push_back(row_of("other/5x2x3", "5x2x3", 1, selector));
  }

  const std::vector<WorkloadRepeats> repeats = repeats_of(table);

  REQUIRE(repeats.size() == 2);
  CHECK(repeats[0].workload == "w");
  CHECK((repeats[0].seen == 7.0 && repeats[0].planned == 4 && repeats[0].distinct == 3));
  CHECK(repeats[0].repeated() == 4.0);
  CHECK(repeats[0].extents_m == 2);  // 5 and, behind the batch, 6
  CHECK((repeats[1].workload == "other" && repeats[1].repeated() == 0.0));
}

}  // namespace mikpoly::lab
