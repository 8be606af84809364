#include "core/planner/candidate_list.hpp"

#include <set>

#include "core/cost/cost_models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const KernelLibrary& library() {
  static const KernelLibrary made = library_of({{{32, 32, 16}, 100, 20}, {{16, 16, 16}, 40, 10}});
  return made;
}

std::set<std::string> texts(const PlanTable& table, const KernelLibrary& kernels) {
  std::set<std::string> all;
  for (std::int64_t i = 0; i < table.size(); ++i) all.insert(to_text(table.plan(i), kernels));
  return all;
}

}  // namespace

TEST_CASE("the candidates of a shape are every kernel alone and every pair at every cut", "[candidates]") {
  const Accelerator machine = machine_with(2);
  const CandidateList list({machine, library(), {"I", "II"}});

  // 48 rows: the tile of 32 ends at 32, that of 16 at 16 and 32, and each part takes either kernel.
  const PlanTable table = list.of({48, 16, 16});

  const std::set<std::string> found = texts(table, library());
  CHECK(found == std::set<std::string>{"p1|I|f16_32x32x16@0-48:0-16:0-16|max_min",
                                       "p1|I|f16_16x16x16@0-48:0-16:0-16|max_min",
                                       "p1|II|f16_32x32x16@0-32:0-16:0-16|f16_32x32x16@32-48:0-16:0-16|max_min",
                                       "p1|II|f16_32x32x16@0-32:0-16:0-16|f16_16x16x16@32-48:0-16:0-16|max_min",
                                       "p1|II|f16_16x16x16@0-32:0-16:0-16|f16_32x32x16@32-48:0-16:0-16|max_min",
                                       "p1|II|f16_16x16x16@0-32:0-16:0-16|f16_16x16x16@32-48:0-16:0-16|max_min"});
  CHECK(table.plan(0).region_count == 1);
}

TEST_CASE("the least candidate by a published model costs what its planner finds", "[candidates]") {
  const Accelerator machine = machine_with(3);
  const std::vector<std::string> all = parse_pattern_set("all");
  for (const KernelLibrary& kernels :
       {library(), trimmed_library({{.tile = {12, 64, 32}, .rows = 6, .columns = 16},
                                    {.tile = {16, 32, 16}, .rows = 8, .columns = 32, .column = 8}})}) {
    const CandidateList list({machine, kernels, all});
    for (const std::string& name : cost_models().names()) {
      const auto model = cost_models().find(name)(machine, kernels);
      const auto planner = make_planner(name, machine, kernels, all);
      for (const GemmShape& shape : {GemmShape{37, 70, 40}, GemmShape{200, 5, 64}, GemmShape{96, 96, 96, 2}}) {
        const PlanTable table = list.of(shape);
        Picoseconds least{kLongestTime};
        for (std::int64_t i = 0; i < table.size(); ++i) {
          const Plan plan = table.plan(i);
          CHECK(coverage_fault(plan).empty());
          CHECK(pattern_fault(plan).empty());
          least = std::min(least, model->cost(plan));
        }
        CHECK(least == model->cost(planner->plan(shape)));
      }
    }
  }
}

TEST_CASE("candidates carry Eq. 2, fewer regions first", "[candidates]") {
  const Accelerator machine = machine_with(2);
  const auto equation_2 = cost_models().find("mikpoly")(machine, library());
  const PlanTable table = CandidateList({machine, library(), {"II", "IV", "I"}}).of({100, 70, 50});

  const auto chosen = static_cast<std::int64_t>(cost_models().names().size());
  std::int64_t regions = 1;
  for (std::int64_t i = 0; i < table.size(); ++i) {
    CHECK(table.predicted()[static_cast<std::size_t>(i)] == equation_2->cost(table.plan(i)));
    if (i >= table.size() - chosen) continue;  // the models' own choices come last
    CHECK(table.plan(i).region_count >= regions);
    regions = table.plan(i).region_count;
  }
  CHECK(regions == 3);
}

TEST_CASE("a shape without output has the empty plan as its one candidate", "[candidates]") {
  const Accelerator machine = machine_with(2);
  const PlanTable table = CandidateList({machine, library(), {"I"}}).of({0, 70, 50});

  REQUIRE(table.size() == 1);
  CHECK(table.plan(0).region_count == 0);
}
