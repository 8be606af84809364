#include "sim/simulator.hpp"

#include "core/base/splitmix64.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/planner/planner.hpp"
#include "core/tuning/tuner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;
using sim::Simulator;
using test::whole;

namespace {

KernelLibrary tuned(const Accelerator& machine, std::int64_t n_mik = 12) {
  KernelLibrary none;
  LibraryKey key;
  key.parameters.n_syn = 8;
  key.parameters.n_mik = n_mik;
  return tune(machine, key, Simulator(machine, none)).library;
}

std::vector<Plan> plans_of(const Accelerator& machine, const KernelLibrary& library, int count) {
  const auto planner = make_planner("makespan", machine, library, parse_pattern_set("all"));
  SplitMix64 random(9);
  std::vector<Plan> plans;
  for (int i = 0; i < count; ++i) {
    const auto extent = [&] { return 1 + static_cast<std::int64_t>(random.next() % 700); };
    plans.push_back(planner->plan({extent(), extent(), extent(), i % 7 == 0 ? 2 : 1}));
  }
  return plans;
}

}  // namespace

// toy, one 32x32x32 tile, k = 64, so 2 steps. By hand, in cycles at 1 GHz from DRAM (32 B/cycle):
// one step loads 2 * 2 KiB in 128; feeds 8 + 8; mads 8; chain 2 * 16 = 32 by the feed pipe;
// drain 2 KiB / 256 = 8, store 2 KiB / 64 = 32. Loads bound: 256, then the last step 16, feed latency 16, drain 8,
// store 32.
TEST_CASE("the toy machine's one-tile time is what paper and pencil give", "[sim]") {
  const Accelerator toy = load_hardware("toy").accelerator;
  KernelLibrary library = test::library_of({{{32, 32, 32}}});
  library.kernels[0].resources = check_tile(toy, {}, {32, 32, 32}).resources;

  const Picoseconds time = Simulator(toy, library).judge(whole({32, 32, 64})).median;

  CHECK((time - toy.fixed.start) == Picoseconds{(256 + 16 + 16 + 8 + 32) * 1000});
}

// 4 PEs, tasks of at most 64x64, memory that never holds them back: 256 rows are a full task each, 16 rows a quarter.
TEST_CASE("a kernel that trims its edges computes what is there", "[sim]") {
  Accelerator machine = test::machine_with(4);
  machine.fixed = {};
  for (MemoryLevel& level : machine.memory) level.read_per_pe = level.write_per_pe = level.total = 1e9;
  KernelLibrary padded = test::library_of({{{64, 64, 16}}});
  padded.kernels[0].resources = check_tile(machine, {}, {64, 64, 16}).resources;
  KernelLibrary trimmed = padded;
  trimmed.kernels[0].edge = EdgeRule::trimmed;
  const Simulator pads(machine, padded);
  const Simulator trims(machine, trimmed);

  CHECK(trims.run(whole({256, 64, 640})).time == pads.run(whole({256, 64, 640})).time);
  const Plan edge = whole({16, 64, 640});
  CHECK(trims.run(edge).time.count < pads.run(edge).time.count);
  CHECK(trims.run(edge).pad_waste == 0.0);
  CHECK(pads.run(edge).pad_waste == 0.75);
  CHECK(trims.judge(edge).median >= trims.lower_bound(edge, Picoseconds{kLongestTime}));
  CHECK(trims.least_task_time(0, 640) == Picoseconds{0});
}

TEST_CASE("nothing to compute takes no time", "[sim]") {
  const Accelerator machine = test::machine_with(4);
  const KernelLibrary library = tuned(machine);
  Plan empty;
  empty.shape = {0, 5, 5};
  CHECK(Simulator(machine, library).judge(empty).median == Picoseconds{0});
  CHECK(Simulator(machine, library).run(empty).time == Picoseconds{0});
}

TEST_CASE("no time is below its lower bound", "[sim]") {
  for (const char* name : {"toy", "ascend910a"}) {
    const Accelerator machine = load_hardware(name).accelerator;
    const KernelLibrary library = tuned(machine);
    const Simulator simulator(machine, library);
    for (const Plan& plan : plans_of(machine, library, 150)) {
      const Picoseconds time = simulator.judge(plan).median;
      INFO(name << " " << to_text(plan.shape) << " " << to_text(plan, library));
      REQUIRE(time >= simulator.lower_bound(plan, Picoseconds{kLongestTime}));
      Picoseconds work;
      for (const PlannedRegion& planned : plan.regions()) {
        const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
        work += simulator.least_task_time(planned.kernel, plan.shape.k) * task_count(planned.region, kernel.tile);
      }
      REQUIRE(time.count + 1 >= simulator.fixed_time().count + work.count / machine.pe.count);
    }
  }
}

TEST_CASE("scaling every rate by four scales the time by a quarter", "[sim]") {
  Accelerator machine = test::machine_with(5);
  const KernelLibrary library = tuned(machine);
  Accelerator faster = machine;
  faster.pe.clock_ghz *= 4.0;  // rates are per cycle of this clock, and there are no fixed costs
  for (const Plan& plan : plans_of(machine, library, 60)) {
    const double slow = static_cast<double>(Simulator(machine, library).judge(plan).median.count);
    const double fast = static_cast<double>(Simulator(faster, library).judge(plan).median.count);
    CHECK(fast == Approx(slow / 4.0).margin(1.0));
  }
}

TEST_CASE("without contention, fill, burst cost and misses no plan is slower", "[sim]") {
  const Accelerator machine = load_hardware("ascend910a").accelerator;
  const KernelLibrary library = tuned(machine);
  const Simulator honest(machine, library);
  const Simulator ideal(
      machine, library,
      {.warm = true, .contention = false, .infinite_cache = true, .zero_fill = true, .burst_cost = false});
  double sum_honest = 0.0;
  double sum_ideal = 0.0;
  for (const Plan& plan : plans_of(machine, library, 100)) {
    const double slow = honest.judge(plan).median.microseconds();
    const double fast = ideal.judge(plan).median.microseconds();
    CHECK(fast <= slow * (1.0 + 1e-9));
    sum_honest += slow;
    sum_ideal += fast;
  }
  CHECK(sum_ideal < 0.95 * sum_honest);  // the ablations must show
}

TEST_CASE("multiply-accumulates and bytes are conserved", "[sim]") {
  const Accelerator machine = load_hardware("ascend910a").accelerator;
  const KernelLibrary library = tuned(machine);
  const Simulator simulator(machine, library);
  for (const Plan& plan : plans_of(machine, library, 100)) {
    const sim::SimulationReport report = simulator.run(plan);
    const GemmShape& s = plan.shape;
    REQUIRE(report.macs == s.macs());
    const double batch = static_cast<double>(s.batch);
    const double once = 2.0 * batch * static_cast<double>(s.m * s.k + s.k * s.n);
    REQUIRE(report.levels[0].written_bytes == Approx(2.0 * batch * static_cast<double>(s.m * s.n)));
    REQUIRE(report.levels[0].read_bytes >= once * (1.0 - 1e-9));
    REQUIRE(report.levels[1].read_bytes >= once * (1.0 - 1e-9));  // every operand comes from main memory once
    REQUIRE(report.levels[1].read_bytes <= report.levels[0].read_bytes * (1.0 + 1e-9));
    REQUIRE(report.pad_waste >= 0.0);
    REQUIRE(report.pad_waste < 1.0);
    REQUIRE(report.tail_util > 0.0);
    REQUIRE(report.tail_util <= 1.0 + 1e-9);
    REQUIRE(report.time == simulator.judge(plan).median);
    for (const sim::PipeUse& use : report.pipes) {
      REQUIRE(use.busy.count <= report.time.count * machine.pe.count);
    }
  }
}

// Dimension 7 under a tile of 4 granules is two tiles; the useful work is 7-based.
TEST_CASE("remainder tiles count as tasks and their padding as waste", "[sim]") {
  Accelerator machine = test::machine_with(2);
  KernelLibrary library = test::library_of({{{16, 16, 16}}});
  const sim::SimulationReport report = Simulator(machine, library).run(whole({17, 16, 16}));
  CHECK(report.tasks == 2);
  CHECK(report.waves == 1);
  CHECK(report.macs == 17.0 * 16 * 16);
  CHECK(report.pad_waste == Approx(1.0 - 17.0 / 32.0));
}

// "More bandwidth is never slower" is false in general (list scheduling): count how often, and by how much.
TEST_CASE("doubling a level's rate makes few plans slower, and none by more than 2 %", "[sim]") {
  const Accelerator machine = load_hardware("ascend910a").accelerator;
  const KernelLibrary library = tuned(machine);
  Accelerator wider = machine;
  wider.memory.back().total *= 2.0;
  wider.memory.back().read_per_pe *= 2.0;
  int slower = 0;
  for (const Plan& plan : plans_of(machine, library, 200)) {
    const double before = Simulator(machine, library).judge(plan).median.microseconds();
    const double after = Simulator(wider, library).judge(plan).median.microseconds();
    slower += after > before * (1.0 + 1e-9) ? 1 : 0;
    CHECK(after <= 1.02 * before);
  }
  INFO(slower << " of 200 plans are slower");
  CHECK(slower <= 20);
}
