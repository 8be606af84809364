#include "core/cost/reduction.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

// 4 PEs at 1 GHz: 1 cycle = 1000 ps, and the nearest level moves 256 B/cycle.
Accelerator machine_with_reduction() {
  Accelerator machine = test::machine_with(4);
  machine.fixed.reduction = {3'000'000};
  return machine;
}

}  // namespace

TEST_CASE("a plan whose k is whole reduces nothing", "[cost]") {
  CHECK(reduction_time(test::whole({64, 64, 512}), machine_with_reduction(), {}) == Picoseconds{});
}

// 3 parts of 64 * 32 outputs of 2 batches in f32, written and read: 2 * 3 * 4 * 4096 = 98304 bytes, 384 cycles.
TEST_CASE("a split k pays its fixed cost and two passes over the partial sums", "[cost]") {
  Plan plan;
  plan.shape = {64, 32, 512, 2};
  plan.add({{0, 64}, {0, 32}, {0, 512}, {0, 2}}, 0, 3);
  CHECK(reduction_time(plan, machine_with_reduction(), {}) == Picoseconds{3'000'000 + 384'000});

  // Doubles for sums have twice the bytes.
  GemmTypes wide;
  wide.acc = DataType::f64;
  CHECK(reduction_time(plan, machine_with_reduction(), wide) == Picoseconds{3'000'000 + 768'000});
}

// 16 rows are split in 2: 2 * 2 * 4 * 16 * 32 = 8192 bytes, 32 cycles; 48 rows in 4: 2 * 4 * 4 * 48 * 32, 192 cycles.
TEST_CASE("the regions that are split reduce one after the other, the others not", "[cost]") {
  Plan plan;
  plan.shape = {128, 32, 512};
  plan.add({{0, 16}, {0, 32}, {0, 512}}, 0, 2);
  plan.add({{16, 64}, {0, 32}, {0, 512}}, 0, 4);
  plan.add({{64, 128}, {0, 32}, {0, 512}}, 0);
  CHECK(reduction_time(plan, machine_with_reduction(), {}) == Picoseconds{2 * 3'000'000 + (32 + 192) * 1000});
}
