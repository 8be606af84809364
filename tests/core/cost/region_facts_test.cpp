#include "core/cost/region_facts.hpp"

#include "core/cost/cost_models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

// 50x70 under 32x32 tiles are 2 x 3 tasks, twice for the batch; 40/16 is 3 steps of 100 ps after a fill of 20.
TEST_CASE("the facts of a region are tasks, steps, slots and the times of a task", "[facts]") {
  KernelLibrary library = library_of({{{32, 32, 16}, 100, 20}});
  library.kernels[0].resources.occupancy = 2;
  const Plan plan = whole({50, 70, 40, 2});

  const RegionFacts facts = facts_of(plan.regions()[0], machine_with(4), library);

  CHECK(facts.tasks == 12);
  CHECK(facts.steps == 3);
  CHECK(facts.slots == 8);
  CHECK(facts.latency == Picoseconds{320});
  CHECK(facts.interval == Picoseconds{300});
}

TEST_CASE("parts of k multiply the tasks and divide the steps", "[facts]") {
  const KernelLibrary library = library_of({{{32, 32, 16}, 100, 20}});
  PlannedRegion region = whole({32, 32, 64}).regions()[0];
  region.k_parts = 2;

  const RegionFacts facts = facts_of(region, machine_with(1), library);

  CHECK(facts.tasks == 2);
  CHECK(facts.steps == 2);
}

TEST_CASE("waves times latency is Eq. 2, for kernels that trim their edges too", "[facts]") {
  const Accelerator machine = machine_with(3);
  for (const KernelLibrary& library :
       {library_of({{{32, 32, 16}, 100, 20}}),
        trimmed_library({{.tile = {48, 64, 32}, .rows = 6, .columns = 16, .start = 300}})}) {
    const auto equation_2 = cost_models().find("mikpoly")(machine, library);
    for (const GemmShape& shape : {GemmShape{7, 9, 5}, GemmShape{100, 300, 64}, GemmShape{48, 64, 32, 5}}) {
      const Plan plan = whole(shape);
      const RegionFacts facts = facts_of(plan.regions()[0], machine, library);
      CHECK(facts.latency * ceil_div(facts.tasks, facts.slots) == equation_2->cost(plan));
    }
  }
}
