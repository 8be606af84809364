#include "backends/reference/value_check.hpp"

#include "core/planner/planner.hpp"
#include "sim/simulator.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;

namespace {
const KernelLibrary kLibrary =
    test::library_of({{{32, 32, 32}, 100, 50}, {{16, 16, 16}, 20, 30}, {{48, 16, 16}, 50, 30}});
}

TEST_CASE("plans of every pattern compute every element once and right", "[backends]") {
  const Accelerator machine = test::machine_with(3);
  for (const PolymerizationPattern& pattern : patterns()) {
    const auto planner = make_planner("mikpoly", machine, kLibrary, {std::string(pattern.name)});
    for (const GemmShape& shape :
         {GemmShape{131, 97, 53}, GemmShape{200, 60, 17, 2}, GemmShape{1, 300, 5}, GemmShape{50, 50, 0}}) {
      const ValueCheck check = check_values(planner->plan(shape), kLibrary);
      INFO(pattern.name << " " << to_text(shape) << " " << check.reason);
      CHECK(check.disposition == "passed");
    }
  }
}

TEST_CASE("plans of kernels that trim their edges are interpreted, and simulated as if they padded", "[backends]") {
  Accelerator machine = test::machine_with(2);
  machine.rates.push_back({DataType::f32, DataType::f32, {1, 16, 1}, 0.0, 1.0});
  const KernelLibrary library = test::trimmed_library({{{48, 64, 32}, 6, 16}, {{16, 32, 16}, 8, 32}});
  for (const char* pattern : {"I", "II", "III"}) {
    const Plan plan = make_planner("makespan", machine, library, {pattern})->plan({131, 97, 53});
    CHECK(check_values(plan, library).disposition == "passed");
    const sim::Simulator simulator(machine, library);
    CHECK(simulator.judge(plan).median > simulator.lower_bound(plan, Picoseconds{kLongestTime}) - Picoseconds{1});
  }
}

TEST_CASE("k ranges add up", "[backends]") {
  const Plan plan =
      parse_plan("p1|I|f16_32x32x32@0-40:0-40:0-33|f16_16x16x16@0-40:0-40:33-70|max_min", {40, 40, 70}, kLibrary);
  CHECK(check_values(plan, kLibrary).disposition == "passed");
}

// 70 deep on kernels of 32 and 16: parts of whole steps, the last ones shorter (3: 32, 32, 6) or empty (4: 32, 32, 6,
// 0).
TEST_CASE("k split into parts adds up, however it divides", "[backends]") {
  for (const std::int64_t parts : {1, 2, 3, 4, 7, 70}) {
    for (const char* kernel : {"f16_32x32x32", "f16_16x16x16", "f16_48x16x16"}) {
      Plan plan;
      plan.shape = {40, 33, 70, 2};
      plan.add({{0, 40}, {0, 33}, {0, 70}, {0, 2}}, kLibrary.find(kernel), parts);
      const ValueCheck check = check_values(plan, kLibrary);
      INFO(parts << " parts by " << kernel << ": " << check.reason);
      CHECK(check.disposition == "passed");
    }
  }
}

TEST_CASE("k ranges that are split themselves add up with others", "[backends]") {
  const Plan plan = parse_plan(
      "p1|II|f16_32x32x32@0-32:0-40:0-33/2|f16_16x16x16@0-32:0-40:33-70/3|f16_16x16x16@32-40:0-40:0-70/5|max_min",
      {40, 40, 70}, kLibrary);
  CHECK(check_values(plan, kLibrary).disposition == "passed");
}

TEST_CASE("a plan whose split k range is too short or twice there fails", "[backends]") {
  Plan shallow;
  shallow.shape = {40, 40, 40};
  shallow.add({{0, 40}, {0, 40}, {0, 39}}, 0, 3);
  CHECK(check_values(shallow, kLibrary).disposition == "failed");

  Plan twice;
  twice.shape = {40, 40, 40};
  twice.add({{0, 40}, {0, 40}, {0, 40}}, 0, 2);
  twice.add({{0, 40}, {0, 40}, {0, 40}}, 1, 2);
  CHECK(check_values(twice, kLibrary).disposition == "failed");
}

TEST_CASE("a plan with a hole, an overlap or a short k range fails", "[backends]") {
  Plan hole;
  hole.shape = {40, 40, 40};
  hole.add({{0, 32}, {0, 40}, {0, 40}}, 0);
  CHECK(check_values(hole, kLibrary).disposition == "failed");
  CHECK(check_values(hole, kLibrary).reason == "element (32, 0) of batch 0 was written 0 times");

  Plan outside;
  outside.shape = {40, 40, 40};
  outside.add({{0, 41}, {0, 40}, {0, 40}}, 0);
  CHECK(check_values(outside, kLibrary).reason == "a task writes outside the 40 x 40 output");

  Plan twice;
  twice.shape = {40, 40, 0};
  twice.add({{0, 40}, {0, 40}, {0, 0}}, 0);
  twice.add({{0, 40}, {0, 40}, {0, 0}}, 1);
  CHECK(check_values(twice, kLibrary).disposition == "failed");

  Plan overlap;
  overlap.shape = {40, 40, 40};
  overlap.add({{0, 40}, {0, 40}, {0, 40}}, 0);
  overlap.add({{30, 40}, {0, 40}, {0, 40}}, 1);
  CHECK(check_values(overlap, kLibrary).disposition == "failed");

  Plan shallow;
  shallow.shape = {40, 40, 40};
  shallow.add({{0, 40}, {0, 40}, {0, 39}}, 0);
  CHECK(check_values(shallow, kLibrary).disposition == "failed");
}

TEST_CASE("what is too large is not checked, and says so", "[backends]") {
  Plan plan;
  plan.shape = {5000, 5000, 5000};
  plan.add({{0, 5000}, {0, 5000}, {0, 5000}}, 0);
  const ValueCheck check = check_values(plan, kLibrary);
  CHECK(check.disposition == "not_checked");
  CHECK(check.reason == "more than 4e+06 multiply-accumulates");
}
