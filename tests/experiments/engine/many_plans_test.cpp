#include "experiments/engine/many_plans.hpp"

#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "experiments/engine/library_choice.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

const Workbench& toy() {
  static const HardwareFile hardware = load_hardware("toy");
  static const Workbench bench(hardware,
                               choose_library(hardware, types_on(hardware.accelerator, DataType::f16), {}).library, {});
  return bench;
}

std::vector<GemmShape> shapes() {
  std::vector<GemmShape> all;
  for (std::int64_t i = 0; i < 700; ++i) all.push_back({i % 97, 1 + i % 61, 16 + i, 1 + i % 2});
  return all;
}

}  // namespace

TEST_CASE("Many shapes are planned as each alone, in order, on any number of threads", "[many_plans]") {
  const auto selector = toy().selector("wave", {"I", "II"});
  PlanTable one;
  PlanTable four;

  plan_all(toy(), *selector, shapes(), 1, one);
  plan_all(toy(), *selector, shapes(), 4, four);

  REQUIRE(one.size() == std::ssize(shapes()));
  REQUIRE(four.size() == one.size());
  for (std::int64_t i = 0; i < one.size(); ++i) {
    const Plan alone = selector->select(shapes()[static_cast<std::size_t>(i)]).plan;
    CHECK(to_text(one.plan(i), toy().library()) == to_text(alone, toy().library()));
    CHECK(to_text(four.plan(i), toy().library()) == to_text(alone, toy().library()));
    CHECK(one.plan(i).predicted == toy().equation_2().cost(alone));
  }
}

TEST_CASE("Simulating many plans gives what each alone gives", "[many_plans]") {
  PlanTable table;
  plan_all(toy(), *toy().selector("mikpoly", {"I", "II"}), shapes(), 2, table);

  const std::vector<SimulatedPlan> runs = simulate_all(toy(), table, 90, 200, 3);

  REQUIRE(runs.size() == 110);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Plan plan = table.plan(90 + static_cast<std::int64_t>(i));
    if (plan.region_count == 0) {
      CHECK(runs[i].time == Picoseconds{});
      continue;
    }
    const sim::SimulationReport alone = toy().simulator().run(plan);
    CHECK(runs[i].time == alone.time);
    CHECK(runs[i].waves == alone.waves);
    CHECK(runs[i].bound_by == alone.bound_by);
  }
}

TEST_CASE("Shapes that the selector declines are told from shapes without output", "[many_plans]") {
  const std::vector<GemmShape> some{{128, 64, 64}, {129, 64, 64}, {0, 64, 64}};
  PlanTable table;

  plan_all(toy(), *toy().selector("ranges-128", {"I"}), some, 1, table);

  REQUIRE(table.size() == 3);
  CHECK(!table.declined(0));
  CHECK(table.declined(1));
  CHECK(!table.declined(2));
}

TEST_CASE("A shape that cannot be planned leaves the table as it was", "[many_plans]") {
  PlanTable table;
  std::vector<GemmShape> with_endless = shapes();
  with_endless[300] = {kMaxExtent, std::int64_t{1} << 22, kMaxExtent};

  CHECK_THROWS_AS(plan_all(toy(), *toy().selector("mikpoly", {"I"}), with_endless, 2, table), ShapeError);
  CHECK(table.size() == 0);
}

}  // namespace mikpoly::lab
