#include "sim/plan_blocks.hpp"

#include "sim/least_cycles.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;
using namespace mikpoly::sim;

namespace {

// Tasks of 2 steps of 50 cycles, 7 + 3 + 5 cycles beside them, that read 80 and write 20 bytes, half of both from
// main memory; the first quarter loads in 40 cycles, the others in 20.
RegionRuns runs_of_tasks(std::int64_t tasks) {
  RegionRuns runs{.tasks = tasks, .cold_share = 0.25};
  runs.cold.steps = 2.0;
  runs.cold.load_cycles = 40.0;
  runs.cold.store_cycles = 5.0;
  runs.warm = runs.cold;
  runs.warm.load_cycles = 20.0;
  return runs;
}

RegionTraffic traffic_of_tasks(std::int64_t tasks) {
  const double count = static_cast<double>(tasks);
  RegionTraffic traffic;
  traffic.near_reads = 80.0 * count;
  traffic.main_reads = 40.0 * count;
  traffic.writes = 20.0 * count;
  traffic.main_writes = 10.0 * count;
  return traffic;
}

constexpr double kPartialTile = 2.0 * 32 * 32 * 4;  // bytes: an f32 tile of 32 x 32, written and read

/// Blocks of a region on 4 PEs that hold two of its tasks each.
PlanBlocks blocks_of(std::int64_t tasks, const std::string& policy) {
  Accelerator machine = test::machine_with(4);
  machine.dispatch.policy = policy;
  MicroKernel kernel = test::library_of({{{32, 32, 16}}}).kernels.front();
  kernel.resources.occupancy = 2;
  KernelProfile profile;
  profile.step_cycles = 50.0;
  profile.task_cycles = 7.0;
  PlanBlocks blocks;
  add_blocks(machine, kernel, profile, 3.0, runs_of_tasks(tasks), traffic_of_tasks(tasks), 1,
             machine.dispatch.policy == "stream_k" ? 1'000'000 : 0, blocks);
  return blocks;
}

template <typename Value>
double sum_over(const PlanBlocks& blocks, Value value) {
  double sum = 0.0;
  for (const BlockClass& each : blocks.all()) sum += static_cast<double>(each.count) * value(each);
  return sum;
}

}  // namespace

TEST_CASE("a task becomes a block with the mean of its region's bytes", "[sim]") {
  const PlanBlocks blocks = blocks_of(20, "dynamic");

  REQUIRE(blocks.count == 1);
  const BlockClass& block = blocks.classes[0];
  CHECK(blocks.regions[0] == 1);
  CHECK(block.count == 20);
  CHECK(block.residents == 2);
  CHECK(block.fixed_cycles == 7.0 + 3.0 + 5.0);
  CHECK(block.compute_cycles == 2 * 50.0);
  CHECK(block.port_cycles == 0.25 * 40 + 0.75 * 20);
  CHECK(block.level_bytes == std::array<double, kMaxLevels>{80.0 + 20.0, 40.0 + 10.0});
}

// 8 places. 20 tasks: a whole round of 8 stays, 8 + 4 are divided over 8 places, 1.5 tasks each. 5 tasks: 5/8 each.
TEST_CASE("stream_k divides the tasks of the last waves over all places", "[sim]") {
  const PlanBlocks blocks = blocks_of(20, "stream_k");
  REQUIRE(blocks.count == 2);
  CHECK(blocks.regions[0] == 1);
  CHECK(blocks.regions[1] == 1);
  CHECK(blocks.classes[0].count == 8);
  CHECK(blocks.classes[0].compute_cycles == 100.0);
  CHECK(blocks.classes[1].count == 8);
  CHECK(blocks.classes[1].compute_cycles == 150.0);
  CHECK(blocks.classes[1].port_cycles == 1.5 * 25.0);
  CHECK(blocks.classes[1].level_bytes[0] == 1.5 * 100.0 + kPartialTile);
  CHECK(blocks.classes[1].level_bytes[1] == 1.5 * 50.0);
  CHECK(blocks.classes[1].fixed_cycles == blocks.classes[0].fixed_cycles);

  const PlanBlocks few = blocks_of(5, "stream_k");
  REQUIRE(few.count == 1);
  CHECK(few.classes[0].count == 8);
  CHECK(few.classes[0].compute_cycles == 100.0 * 5 / 8);
}

TEST_CASE("stream_k leaves whole waves as they are, and other policies every wave", "[sim]") {
  CHECK(blocks_of(16, "stream_k").count == 1);
  CHECK(blocks_of(16, "stream_k").classes[0].count == 16);
  CHECK(blocks_of(16, "stream_k").classes[0].level_bytes[0] == 100.0);
  for (const char* policy : {"dynamic", "persistent"}) {
    CHECK(blocks_of(20, policy).count == 1);
    CHECK(blocks_of(20, policy).classes[0].count == 20);
  }
}

TEST_CASE("stream_k conserves cycles and bytes apart from the partial tiles", "[sim]") {
  for (std::int64_t tasks = 1; tasks <= 40; ++tasks) {
    const PlanBlocks whole = blocks_of(tasks, "persistent");
    const PlanBlocks divided = blocks_of(tasks, "stream_k");
    // A task has two k steps, so that few of them make as many parts.
    const double parts = static_cast<double>(std::min<std::int64_t>(8, 2 * tasks));
    const double partial = tasks % 8 == 0 ? 0.0 : parts * kPartialTile;
    const auto same = [&](auto value, double more) {
      CHECK(sum_over(divided, value) == Approx(sum_over(whole, value) + more).epsilon(1e-12));
    };
    INFO(tasks << " tasks");
    same([](const BlockClass& each) { return each.compute_cycles; }, 0.0);
    same([](const BlockClass& each) { return each.port_cycles; }, 0.0);
    same([](const BlockClass& each) { return each.level_bytes[0]; }, partial);
    same([](const BlockClass& each) { return each.level_bytes[1]; }, 0.0);
  }
}

// 2 PEs. In one launch the block of 50 follows the one of 60; launched apart, it waits for the one of 100.
TEST_CASE("a launch for each region takes the sum of the regions", "[sim]") {
  const BlockMachine machine{.pes = 2, .totals = {1e12, 1e12}};
  PlanBlocks blocks;
  blocks.add({.count = 1, .compute_cycles = 100}, 0);
  blocks.add({.count = 1, .compute_cycles = 60}, 0);
  blocks.add({.count = 1, .compute_cycles = 50}, 1);

  const BlockRun one = run_blocks(blocks.all(), machine);
  CHECK(one.cycles == Approx(60.0 + 50.0));
  CHECK(one.busy_pes == Approx(210.0));
  CHECK(one.waves == 2);

  std::vector<BlockSpan> spans;
  const BlockRun each = run_launches(blocks, machine, 7.0, &spans);
  CHECK(each.cycles == Approx(100.0 + 7.0 + 50.0));
  CHECK(spans.back().block_class == 2);
  CHECK(spans.back().end == Approx(each.cycles));
  CHECK(each.busy_pes == Approx(210.0));
  CHECK(each.waves == 1 + 1);
}

TEST_CASE("the bound is the mean work after a fixed part, the longest block or a level's bytes", "[sim]") {
  BlockMachine machine{.pes = 4, .totals = {10.0, 1e12}};
  const auto bound = [&](const BlockClass& each) { return least_cycles({&each, 1}, machine); };

  // 30 + 8 * 100 / 4; some PE has three of nine; one block alone 30 + 100, where places are kept too; 8 * 500 / 10.
  CHECK(bound({.count = 8, .fixed_cycles = 30, .compute_cycles = 100}) == Approx(230.0));
  CHECK(bound({.count = 9, .fixed_cycles = 30, .compute_cycles = 100}) == Approx(330.0));
  CHECK(bound({.count = 1, .fixed_cycles = 30, .compute_cycles = 100}) == Approx(130.0));
  CHECK(bound({.count = 8, .compute_cycles = 100, .level_bytes = {500, 0}}) == Approx(400.0));
  machine.loops = true;
  CHECK(bound({.count = 1, .fixed_cycles = 30, .compute_cycles = 100}) == Approx(130.0));
}
