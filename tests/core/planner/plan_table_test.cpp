#include "core/planner/plan_table.hpp"

#include "core/base/error.hpp"
#include "core/plan/stream_k.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

Plan two_regions() {
  Plan plan;
  plan.shape = {48, 32, 16, 2};
  plan.pattern = "II";
  plan.predicted = {77};
  plan.add({{0, 32}, {0, 32}, {0, 16}, {0, 2}}, 1);
  plan.add({{32, 48}, {0, 32}, {0, 16}, {0, 2}}, 0, 3);
  return plan;
}

Plan over_blocks() {
  Plan plan = whole({10, 20, 30});
  plan.allocation = stream_k_allocation(108);
  return plan;
}

void check_same(const Plan& one, const Plan& other) {
  CHECK(one.shape == other.shape);
  CHECK(one.pattern == other.pattern);
  CHECK(one.allocation == other.allocation);
  CHECK(one.predicted == other.predicted);
  CHECK(std::ranges::equal(one.regions(), other.regions()));
}

}  // namespace

TEST_CASE("a plan table gives plans back as they were added", "[plan_table]") {
  Plan nothing;
  nothing.shape = {0, 5, 7};
  PlanTable table;
  table.add(two_regions());
  table.add(nothing);
  table.add(whole({10, 20, 30}));
  table.add(over_blocks());

  REQUIRE(table.size() == 4);
  check_same(table.plan(0), two_regions());
  check_same(table.plan(1), nothing);
  check_same(table.plan(2), whole({10, 20, 30}));
  check_same(table.plan(3), over_blocks());
  CHECK(table.patterns() == std::vector<std::int8_t>{1, PlanTable::kNoPattern, 0, 0});
}

TEST_CASE("a table that is appended keeps its plans' regions", "[plan_table]") {
  PlanTable table;
  table.add(whole({10, 20, 30}));
  PlanTable other;
  other.add(two_regions());
  other.add(whole({1, 2, 3}));
  other.add(over_blocks());

  table.append(other);

  REQUIRE(table.size() == 4);
  check_same(table.plan(0), whole({10, 20, 30}));
  check_same(table.plan(1), two_regions());
  check_same(table.plan(2), whole({1, 2, 3}));
  check_same(table.plan(3), over_blocks());
}

TEST_CASE("a plan of an unknown pattern is no entry of a table", "[plan_table]") {
  Plan plan = two_regions();
  plan.pattern = "X";
  PlanTable table;

  CHECK_THROWS_AS(table.add(plan), ConfigError);
  CHECK(table.size() == 0);
}
