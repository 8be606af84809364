#include "core/kernel/feasibility.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {
const Accelerator kMachine = test::machine_with(4);
}

// 64x64 f32 accumulators take 16 KiB of 32 KiB: two fit. One 64x32 f16 step of A takes 4 KiB of 8 KiB L0A: two fit.
TEST_CASE("a tile that fits gets as many buffers as the capacities allow", "[kernel]") {
  const Feasibility answer = check_tile(kMachine, {}, {64, 64, 32});

  CHECK(answer.feasible);
  CHECK(answer.resources == KernelResources{1, 4, 2, 2});
}

TEST_CASE("a tile is refused by the buffer that is too small", "[kernel]") {
  CHECK(check_tile(kMachine, {}, {64, 16, 64}).reason == "L0A");  // 2 * 8 KiB of 8 KiB
  CHECK(check_tile(kMachine, {}, {16, 64, 64}).reason == "L0B");
  CHECK(check_tile(kMachine, {}, {128, 128, 16}).reason == "L0C");  // 64 KiB of 32 KiB
  CHECK_FALSE(check_tile(kMachine, {}, {64, 16, 64}).feasible);
}

// As through a cache: 128x128 accumulators of 64 KiB pass through 32 KiB of L0C, and leave it to the drain.
TEST_CASE("a stage that streams refuses no tile and takes nothing of its buffer", "[kernel]") {
  Accelerator machine = test::machine_with(4);
  Stage& mad = machine.datapath.stages[3];
  mad.streams = true;
  CHECK(check_tile(machine, {}, {128, 128, 16}).resources.accumulator_buffers == 2);

  machine.datapath.stages[1].to = "L0C";  // 4 KiB of A, twice, beside the accumulators
  CHECK(check_tile(machine, {}, {128, 64, 16}).feasible);
  mad.streams = false;
  CHECK(check_tile(machine, {}, {128, 64, 16}).reason == "L0C");
}

TEST_CASE("a type without a matrix unit is refused", "[kernel]") {
  const GemmTypes types{DataType::f64, DataType::f64, DataType::f64, DataType::f64};
  CHECK(check_tile(kMachine, types, {16, 16, 16}).reason == "no matrix unit for the type");
}

// (256,128,32) has 8 warps of the 8 that may be resident, (64,64,64) has 4: one and two tasks (MikPoly section 6).
TEST_CASE("occupancy follows the resident warps", "[kernel]") {
  Accelerator gpu = test::machine_with(108);
  for (LocalBuffer& buffer : gpu.datapath.buffers) buffer.capacity = {1 << 24};
  gpu.occupancy = {32, 4096, 4, 8, 8};

  CHECK(check_tile(gpu, {}, {256, 128, 32}).resources.occupancy == 1);
  CHECK(check_tile(gpu, {}, {64, 64, 64}).resources.occupancy == 2);
}
