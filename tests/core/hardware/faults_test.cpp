#include <limits>

#include "core/config/hardware_loader.hpp"
#include "core/hardware/accelerator.hpp"
#include "tests/core/config/small_machine.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

using Sentences = std::vector<std::string>;

// The faults of the small machine after one change.
template <typename Change>
Sentences faults_after(const Change& change) {
  Accelerator machine = parse_hardware(kSmallMachine, "x.yaml").accelerator;
  change(machine);
  return faults_of(machine);
}

TEST_CASE("the small machine has no fault", "[hardware]") {
  CHECK(faults_after([](Accelerator&) {}).empty());
}

TEST_CASE("counts, clocks and rates are positive and finite", "[hardware]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();

  CHECK(faults_after([](Accelerator& m) { m.pe.count = 0; }) == Sentences{"pe.count: \"0\" is not in 1..1073741824"});
  CHECK(faults_after([](Accelerator& m) { m.pe.clock_ghz = 0; }) ==
        Sentences{"pe.clock: \"0 GHz\" is not in 1 kHz..1 THz"});
  CHECK(faults_after([&](Accelerator& m) { m.pe.clock_ghz = nan; }).size() == 1);
  CHECK(faults_after([](Accelerator& m) { m.rates[0].sustained = 1.5; }) ==
        Sentences{"compute.f16.sustained: \"1.5\" is not greater than 0 and at most 1"});
  CHECK(faults_after([](Accelerator& m) { m.rates.clear(); }) ==
        Sentences{"compute: no type; at least one is needed, e.g. f16"});
  CHECK(faults_after([](Accelerator& m) { m.memory[0].capacity = {0}; }) ==
        Sentences{"memory[0].capacity: \"0\" is not greater than 0"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.buffers[1].capacity = {0}; }) ==
        Sentences{"buffers.L0C: \"0\" is not greater than 0"});
}

TEST_CASE("one or two shared levels, each at least as fast as one PE", "[hardware]") {
  CHECK(faults_after([](Accelerator& m) { m.memory.clear(); }) ==
        Sentences{"memory: 0 shared levels; 1 or 2 are modelled"});
  CHECK(faults_after([](Accelerator& m) {
          m.memory.push_back({"L3", {1}, 1, 1, 1, 0});
        }) == Sentences{"memory: 3 shared levels; 1 or 2 are modelled"});
  CHECK(faults_after([](Accelerator& m) { m.memory[1].total = 15; }) ==
        Sentences{"memory[1].total: 15 B/cycle is less than the 16 B/cycle of one PE"});
  CHECK(faults_after([](Accelerator& m) { m.memory[1].name = "L2"; }) ==
        Sentences{"memory: the name \"L2\" stands twice; names are unique"});
}

TEST_CASE("stages name known pipes and buffers", "[hardware]") {
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages[0].to = "L2"; }) ==
        Sentences{"stages[0].to: unknown buffer \"L2\"; did you mean \"L1\"? known: L1, L0C"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages[2].pipe = "FIXP"; }) ==
        Sentences{"stages[2].pipe: unknown pipe \"FIXP\"; known: IN, MAC, OUT"});
}

TEST_CASE("a task has one compute, one store, and one load of a and of b, in order", "[hardware]") {
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages.erase(m.datapath.stages.begin() + 1); }) ==
        Sentences{"stages: 0 compute stages; exactly one is needed"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages.pop_back(); }) ==
        Sentences{"stages: 0 store stages; exactly one is needed"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages[0].operands = {Operand::a}; }) ==
        Sentences{"stages: 0 load stages move b; exactly one does"});
  CHECK(faults_after([](Accelerator& m) { std::swap(m.datapath.stages[0], m.datapath.stages[1]); }) ==
        Sentences{"stages[1]: \"load\" is out of order; loads, moves of a and b, compute, moves of c, store"});
}

TEST_CASE("stages move what their kind moves", "[hardware]") {
  const auto move_of = [](std::vector<Operand> operands, double rate) {
    return Stage{.name = "feed",
                 .pipe = "MAC",
                 .kind = StageKind::move,
                 .operands = std::move(operands),
                 .to = "L1",
                 .bytes_per_cycle = rate};
  };
  const auto inserted = [&](const Stage& stage) {
    return faults_after([&](Accelerator& m) { m.datapath.stages.insert(m.datapath.stages.begin() + 1, stage); });
  };

  CHECK(inserted(move_of({Operand::a}, 64)).empty());
  CHECK(inserted(move_of({Operand::a}, 0)) ==
        Sentences{"stages[1].rate: missing; a move stage needs a bandwidth, because no shared memory limits it"});
  CHECK(inserted(move_of({}, 64)) == Sentences{"stages[1].operands: a move stage moves a, b or c"});
  CHECK(inserted(move_of({Operand::a, Operand::a}, 64)) ==
        Sentences{"stages[1].operands: mixed; allowed: [a], [b], [a, b] or [c]"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages[2].pipe = "IN"; }) ==
        Sentences{"pipes: \"IN\" serves loads and stores; a pipe serves one of them"});
  CHECK(faults_after([](Accelerator& m) { m.datapath.stages[2].operands = {Operand::a}; }) ==
        Sentences{"stages[2].operands: a store stage moves c alone"});
  CHECK(faults_after([](Accelerator& m) {
          m.datapath.stages[0].buffers = {4, 2};
        }) == Sentences{"stages[0].buffers: \"4..2\" is not LEAST..MOST in 1..64"});
}

TEST_CASE("the rules of occupancy, dispatch and tiles hold together", "[hardware]") {
  CHECK(faults_after([](Accelerator& m) { m.occupancy.most_warps = 4; }) ==
        Sentences{"occupancy.resident_warps: \"1\" is less than most_warps, 4, so that no task of them fits"});
  CHECK(faults_after([](Accelerator& m) { m.dispatch.policy = "dynamc"; }) ==
        Sentences{
            "dispatch.policy: unknown policy \"dynamc\"; did you mean \"dynamic\"? known: static, dynamic, persistent, "
            "stream_k"});
  CHECK(faults_after([](Accelerator& m) {
          m.tiles.standard = {17, 16, 16};
        }) == Sentences{"tiles.default: [17, 16, 16] is not a multiple of the granule [16, 16, 16]"});
  CHECK(faults_after([](Accelerator& m) { m.tiles.largest.k = 8; }) ==
        Sentences{"tiles.largest: [64, 64, 8] is smaller than the granule [16, 16, 16]"});
}

}  // namespace
}  // namespace mikpoly
