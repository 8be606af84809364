#include "core/planner/trimmed_planner.hpp"

#include <set>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "tests/core/planner/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;

namespace {

// Tall panels that are quick when full, short ones that suit remainders, and a tile that covers whole shapes.
const KernelLibrary kLibrary = test::trimmed_library({{{56, 128, 32}, 14, 32, 900, 10, 6},
                                                      {{14, 64, 32}, 14, 32, 500, 11, 6},
                                                      {{12, 256, 16}, 6, 16, 300, 13, 3},
                                                      {{16, 32, 64}, 4, 32, 200, 14, 1},
                                                      {{300, 512, 32}, 8, 48, 2500, 11, 4},
                                                      {{1, 64, 128}, 1, 64, 50, 20, 0}});

Accelerator machine_with(std::int64_t workers) {
  Accelerator machine = test::machine_with(workers);
  machine.fixed.start = {20'000};
  machine.memory.front().capacity = {300'000};
  return machine;
}

Picoseconds least_by_brute_force(const Accelerator& machine, const CostModel& model, const GemmShape& shape,
                                 const std::vector<std::string>& set) {
  return test::least_cost(test::BruteForce(machine, kLibrary, shape), model, set);
}

}  // namespace

TEST_CASE("every model finds the true minimum of I to III over trimmed kernels", "[planner]") {
  for (const std::int64_t workers : {1, 2, 5}) {
    const Accelerator machine = machine_with(workers);
    for (const std::string& name : cost_models().names()) {
      const auto model = cost_models().find(name)(machine, kLibrary);
      const auto planner = make_planner(name, machine, kLibrary, {"I", "II", "III"});
      std::set<std::string> seen;
      for (const GemmShape& shape : test::random_shapes(1, 60, 500)) {
        const Plan plan = planner->plan(shape);
        seen.insert(plan.pattern);
        INFO(name << " " << workers << " " << to_text(shape) << " " << to_text(plan, kLibrary));
        REQUIRE(coverage_fault(plan).empty());
        REQUIRE(pattern_fault(plan).empty());
        REQUIRE(plan.predicted == model->cost(plan));
        REQUIRE(plan.predicted == least_by_brute_force(machine, *model, shape, {"I", "II", "III"}));
      }
      if (name == "makespan") CHECK(seen.size() >= 2);  // the check would be empty if no cut ever won
    }
  }
}

TEST_CASE("Eq. 2 comes within 1 % of the minimum of all nine patterns over trimmed kernels", "[planner]") {
  const auto all = parse_pattern_set("all");
  const Accelerator machine = machine_with(2);
  const auto model = cost_models().find("mikpoly")(machine, kLibrary);
  const auto planner = make_planner("mikpoly", machine, kLibrary, all);
  for (const GemmShape& shape : test::random_shapes(2, 12, 200)) {
    const double least = static_cast<double>(least_by_brute_force(machine, *model, shape, all).count);
    INFO(to_text(shape));
    REQUIRE(static_cast<double>(planner->plan(shape).predicted.count) <= 1.01 * least);
  }
}

TEST_CASE("every plan of trimmed kernels covers its shape, extents 1 and depth 0 included", "[planner]") {
  const Accelerator machine = machine_with(2);
  for (const std::string& name : cost_models().names()) {
    const auto planner = make_planner(name, machine, kLibrary, parse_pattern_set("all"));
    for (const std::int64_t m : {1, 31, 1021}) {
      for (const std::int64_t n : {1, 509}) {
        for (const std::int64_t k : {0, 13, 4999}) {
          const Plan plan = planner->plan({m, n, k});
          INFO(name << " " << to_text(plan.shape));
          REQUIRE(coverage_fault(plan).empty());
          REQUIRE(pattern_fault(plan).empty());
        }
      }
    }
    CHECK(planner->plan({0, 5, 5}).region_count == 0);
  }
}

TEST_CASE("a library of too many trimmed kernels is refused", "[planner]") {
  KernelLibrary many = kLibrary;
  while (many.kernels.size() <= 128) many.kernels.push_back(many.kernels.front());
  CHECK_THROWS_WITH(make_planner("makespan", machine_with(1), many, {"I"}),
                    "a library of \"129\" kernels that trim their edges cannot be planned with; 1 to 128 can");
}
