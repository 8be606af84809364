#include "core/planner/shortlist.hpp"

#include <set>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/planner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const KernelLibrary& library() {
  static const KernelLibrary made = trimmed_library({{.tile = {12, 64, 32}, .rows = 6, .columns = 16},
                                                     {.tile = {48, 64, 32}, .rows = 6, .columns = 16, .start = 300},
                                                     {.tile = {16, 32, 16}, .rows = 8, .columns = 32, .column = 8}});
  return made;
}

}  // namespace

TEST_CASE("a shortlist begins with the plan of makespan and holds no plan beyond its factor", "[shortlist]") {
  const Accelerator machine = machine_with(2);
  const std::vector<std::string> patterns{"I", "II", "III"};
  const auto model = cost_models().find("makespan")(machine, library());
  const auto planner = make_planner("makespan", machine, library(), patterns);
  for (const GemmShape& shape : {GemmShape{37, 70, 40}, GemmShape{5, 200, 64}, GemmShape{96, 96, 96, 2}}) {
    const Shortlist list = shortlist(machine, library(), patterns, shape, {.factor = 1.3, .most = 1000});
    REQUIRE(!list.plans.empty());
    CHECK(list.plans.front().predicted == planner->plan(shape).predicted);
    CHECK(list.near == std::ssize(list.plans));
    CHECK(list.candidates >= list.near);
    const auto limit = 1.3 * static_cast<double>(list.plans.front().predicted.count);
    std::set<std::string> texts;
    for (const Plan& plan : list.plans) {
      CHECK(coverage_fault(plan).empty());
      CHECK(plan.predicted == model->cost(plan));
      CHECK(static_cast<double>(plan.predicted.count) <= limit);
      CHECK(texts.insert(to_text(plan, library())).second);
    }
  }
}

TEST_CASE("a program that can be written in two ways is listed once", "[shortlist]") {
  const KernelLibrary two = trimmed_library(
      {{.tile = {12, 64, 32}, .rows = 6, .columns = 16}, {.tile = {48, 64, 32}, .rows = 6, .columns = 16}});
  // One task for either kernel; a cut would need a tile lower than the shape.
  const Shortlist list = shortlist(machine_with(2), two, {"I", "II"}, {6, 30, 32}, {.factor = 100.0, .most = 100});
  CHECK(list.plans.size() == 1);
  CHECK(list.candidates == 2);
}

TEST_CASE("a shortlist is cut at its length, and refuses patterns of two cuts", "[shortlist]") {
  const Shortlist list = shortlist(machine_with(2), library(), {"I", "II"}, {37, 70, 40}, {.factor = 10.0, .most = 2});
  CHECK(list.plans.size() == 2);
  CHECK(list.near > 2);
  CHECK_THROWS_AS(shortlist(machine_with(2), library(), {"IV"}, {37, 70, 40}), ConfigError);
}
