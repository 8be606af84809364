#include "backends/cpu/probe/hardware_yaml.hpp"

#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

constexpr GemmTypes kF32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};

// Two cores at 4 GHz that issue two multiply-adds of 16 lanes a cycle: 256 GFLOP/s each, of which all reach 480.
CpuFacts facts_of_two_cores() {
  CpuFacts facts;
  facts.processor = "Some: CPU # 1 \"fast\"";
  facts.isa = InstructionSet::avx512;
  facts.topology = {{0, 1}, {{48 << 10}, {1 << 20}, {32 << 20}, 1}, "a test", true};
  facts.memory = {std::int64_t{16} << 30};
  facts.compute = {{4e9, 0.01, 15}, {250e9, 0.02, 15}, {480e9, 0.03, 15}};
  facts.levels[0] = {{500e9, 0.0, 15}, {1000e9, 0.0, 15}, {250e9, 0.0, 15}};
  facts.levels[1] = {{200e9, 0.0, 15}, {400e9, 0.0, 15}, {100e9, 0.0, 15}};
  facts.levels[2] = {{100e9, 0.0, 15}, {180e9, 0.0, 15}, {80e9, 0.0, 15}};
  facts.levels[3] = {{20e9, 0.0, 15}, {30e9, 0.0, 15}, {12e9, 0.0, 15}};
  facts.pool = {{2e-7, 0.1, 15}, {2e-5, 0.1, 15}, {2.5e-8, 0.1, 15}};
  return facts;
}

HardwareFile loaded(const CpuFacts& facts) {
  return parse_hardware(hardware_yaml(facts), "probed.yaml", {}, true);
}

}  // namespace

TEST_CASE("a probed machine is read back as it was measured", "[probe]") {
  const Accelerator machine = loaded(facts_of_two_cores()).accelerator;

  CHECK(machine.name == "cpu-avx512");
  CHECK(machine.backend == "cpu");
  CHECK(machine.pe.count == 2);
  CHECK(machine.pe.clock_ghz == 4.0);
  CHECK(machine.pe.isa == "avx512");
  REQUIRE(machine.rates.size() == 1);
  CHECK(machine.rates[0].input == DataType::f32);
  CHECK(machine.rates[0].unit == TileShape{2, 16, 1});
  CHECK(machine.rates[0].sustained == Approx(480.0 / 512.0).epsilon(1e-3));
  REQUIRE(machine.memory.size() == 2);
  CHECK(machine.memory[0].capacity == Bytes{32 << 20});
  CHECK(machine.memory[0].read_per_pe == 25.0);
  CHECK(machine.memory[0].total == 45.0);
  CHECK(machine.memory[1].write_per_pe == 3.0);
  CHECK(machine.buffer("L1").capacity == Bytes{48 << 10});
  CHECK(machine.buffer("L2").capacity == Bytes{1 << 20});
  CHECK(machine.buffer("REGISTERS").capacity == Bytes{32 * 64});
  CHECK(machine.fixed.start == Picoseconds{200'000});
  CHECK(machine.fixed.launch == Picoseconds{20'000'000});
  CHECK(machine.fixed.task_cycles == 100.0);
  CHECK(machine.dispatch.policy == "dynamic");
  CHECK(machine.tiles.standard == TileShape{256, 1024, 192});
}

TEST_CASE("every number of a probed machine has its source and kind; the description keeps its signs", "[probe]") {
  const HardwareFile file = loaded(facts_of_two_cores());

  CHECK(file.description == "Some: CPU # 1 \"fast\", 2 usable cores, described by mikpoly hw probe");
  for (const Provenance& number : file.provenance) {
    INFO(number.path);
    CHECK_FALSE(number.source.empty());
    CHECK_FALSE(number.kind.empty());
  }
  CHECK(file.provenance[1].source ==
        "measured: integer additions, each of which needs the one before; median of 15, IQR 1.0 %");
  CHECK(hardware_yaml(facts_of_two_cores()) == hardware_yaml(facts_of_two_cores()));
}

TEST_CASE("a tile of thousands of rows fits a probed machine", "[probe]") {
  const Feasibility answer = check_tile(loaded(facts_of_two_cores()).accelerator, kF32, {4096, 8192, 1024});

  CHECK(answer.feasible);
  CHECK(answer.resources == KernelResources{1, 2, 2, 2});
}

TEST_CASE("what noise or a small machine leaves out still makes a file", "[probe]") {
  CpuFacts facts = facts_of_two_cores();
  facts.levels[3].read_all.median = 10e9;      // below one core
  facts.compute.flops_all.median = 2 * 260e9;  // above the peak
  const Accelerator noisy = loaded(facts).accelerator;
  CHECK(noisy.memory[1].total == noisy.memory[1].read_per_pe);
  CHECK(noisy.rates[0].sustained == 1.0);

  facts.isa = InstructionSet::avx2;
  facts.topology.caches.l3 = {0};
  facts.topology.processors = {0};
  facts.topology.told = false;
  const HardwareFile small = loaded(facts);
  CHECK(small.accelerator.memory.size() == 1);
  CHECK(small.accelerator.pe.count == 1);
  CHECK_THAT(small.description, Contains(", 1 usable core,"));
  const auto l1 = std::ranges::find(small.provenance, "buffers.L1", &Provenance::path);
  REQUIRE(l1 != small.provenance.end());
  CHECK(l1->kind == "assumed");
}

}  // namespace mikpoly
