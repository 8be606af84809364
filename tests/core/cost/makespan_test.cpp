#include "core/cost/makespan.hpp"

#include "core/cost/cost_models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

// 4 PEs at 1 GHz: 1 cycle = 1000 ps. Near level 64 B/cycle and PE, main memory 32; totals 256 and 64.
const Accelerator kFour = test::machine_with(4);

Plan plan_of(const GemmShape& shape, std::initializer_list<PlannedRegion> regions) {
  Plan plan;
  plan.shape = shape;
  for (const PlannedRegion& planned : regions) plan.add(planned.region, planned.kernel);
  return plan;
}

}  // namespace

// Two regions of 5 tasks of 100 us and 3 tasks of 40 us on 4 PEs. Longest first: 2,1,1,1 of the first, then one of the
// second on each PE with one: 140. The longest PE has two of the first: 200, and fill and drain of 7.
TEST_CASE("the bare makespan is the longest PE of the schedule, fill and drain once", "[cost]") {
  const KernelLibrary library =
      test::library_of({{{32, 32, 32}, 100'000'000, 7'000'000}, {{16, 16, 16}, 20'000'000, 9'000'000}});
  const auto model = cost_models().find("makespan-bare")(kFour, library);
  const Plan plan = plan_of({208, 32, 32}, {{{{0, 160}, {0, 32}, {0, 32}}, 0}, {{{160, 208}, {0, 16}, {0, 32}}, 1}});

  CHECK(model->cost(plan) == Picoseconds{207'000'000});
}

// One task of 1 ps: loading A and B from main memory takes the PE (2*32*64*2) / 32 = 256 cycles, and the level's total
// of 64 B/cycle is no limit for one PE. Start cost 1 us.
TEST_CASE("a plan is never quicker than its operands come from main memory", "[cost]") {
  Accelerator machine = kFour;
  machine.fixed.start = {1'000'000};
  const KernelLibrary library = test::library_of({{{32, 32, 32}, 1, 0}});
  const auto model = cost_models().find("makespan")(machine, library);

  CHECK(model->cost(plan_of({32, 32, 64}, {{{{0, 32}, {0, 32}, {0, 64}}, 0}})) == Picoseconds{1'256'000});
}

// Four tasks, one per PE: 4 * 64 rows of A and B of one column, (128*64 + 32*64) * 2 = 20480 bytes once from main
// memory at 64 B/cycle in all: 320 cycles.
TEST_CASE("a plan is never quicker than main memory's total rate", "[cost]") {
  const KernelLibrary library = test::library_of({{{32, 32, 32}, 1, 0}});
  const MakespanModel model(kFour, library, false);
  const Plan plan = plan_of({128, 32, 64}, {{{{0, 128}, {0, 32}, {0, 64}}, 0}});

  CHECK(model.cost(plan) == Picoseconds{320'000});
  CHECK(model.least_loading(20480, 20480) == 320'000);
}
