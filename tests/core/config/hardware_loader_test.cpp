#include "core/config/hardware_loader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/core/config/small_machine.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

HardwareFile parsed(std::string_view text, const std::vector<std::string>& sets = {}) {
  return parse_hardware(text, "x.yaml", sets);
}

// What is wrong with the small machine once `from` is replaced by `to`.
std::string refusal(std::string_view from, std::string_view to) {
  return message_of([&] { parsed(small_machine_with(from, to)); });
}

// The small machine with a section more, in line 30.
std::string with_section(const std::string& section) {
  return std::string(kSmallMachine) + section + "\n";
}

TEST_CASE("every file in configs/hardware loads, and every number of the real machines has a source", "[hardware]") {
  REQUIRE(hardware_names().size() >= 3);
  for (const std::string& name : hardware_names()) {
    INFO(name);
    const HardwareFile file = load_hardware(name, {}, true);

    CHECK(file.accelerator.name == name);
    CHECK(file.warnings.empty());
    if (name == "toy") continue;
    for (const Provenance& number : file.provenance) {
      INFO(number.path);
      CHECK_FALSE(number.source.empty());
      CHECK_FALSE(number.kind.empty());
    }
  }
}

// At 2 GHz: 256 GB/s are 128 B/cycle, 64 GB/s are 32, 100 ns are 200 cycles, and 10 cycles are 5 ns.
TEST_CASE("bandwidths and durations are converted with the PE clock", "[hardware]") {
  const Accelerator machine = parsed(kSmallMachine).accelerator;

  CHECK(machine.pe.clock_ghz == 2.0);
  CHECK(machine.memory[0].read_per_pe == 64.0);
  CHECK(machine.memory[0].total == 128.0);
  CHECK(machine.memory[0].latency_cycles == 0.0);
  CHECK(machine.memory[1].total == 32.0);
  CHECK(machine.memory[1].latency_cycles == 200.0);
  CHECK(machine.fixed.start == Picoseconds{1'000'000});
  CHECK(machine.fixed.task_cycles == 10.0);
  CHECK(parsed(small_machine_with("start: 1 us", "start: 10 cycles")).accelerator.fixed.start == Picoseconds{5'000});
}

TEST_CASE("stages, buffers and rates are read as written", "[hardware]") {
  const Accelerator machine = parsed(kSmallMachine).accelerator;

  CHECK(machine.rates[0].input == DataType::f16);
  CHECK(machine.rates[0].unit == TileShape{16, 16, 16});
  CHECK(machine.rates[0].sustained == 1.0);
  CHECK(machine.buffer("L1").capacity == Bytes{65536});
  const Stage& load = machine.datapath.stages[0];
  CHECK(load.kind == StageKind::load);
  CHECK(load.operands == std::vector<Operand>{Operand::a, Operand::b});
  CHECK(load.buffers == std::array<std::int64_t, 2>{2, 4});
  CHECK(machine.datapath.stages[2].bytes_per_cycle == 64.0);
  CHECK(machine.occupancy.elements_per_warp == 0);
  CHECK(machine.dispatch.raster_band == 1);
}

TEST_CASE("an instruction set and streaming stages may be named, and change the hash only then", "[hardware]") {
  const HardwareFile plain = parsed(kSmallMachine);
  const HardwareFile cpu = parsed(small_machine_with("clock: 2 GHz", "clock: 2 GHz\n  isa: avx2"));
  const HardwareFile cache = parsed(small_machine_with("buffers: 2..4", "buffers: 2..4, streams: true"));
  const HardwareFile whole = parsed(small_machine_with("buffers: 2..4", "buffers: 2..4, streams: false"));

  CHECK(plain.accelerator.pe.isa.empty());
  CHECK(cpu.accelerator.pe.isa == "avx2");
  CHECK(cpu.hash != plain.hash);
  CHECK(cache.accelerator.datapath.stages[0].streams);
  CHECK_FALSE(cache.accelerator.datapath.stages[1].streams);
  CHECK(cache.hash != plain.hash);
  CHECK(whole.hash == plain.hash);
  CHECK(parsed(small_machine_with("rate: 64 B/cycle}", "rate: 64 B/cycle, streams: true}")).warnings ==
        std::vector<std::string>{"x.yaml:25:76: stages[2].streams: not used by a store stage"});
  CHECK_THAT(refusal("buffers: 2..4", "buffers: 2..4, streams: maybe"), Contains("stages[0].streams"));
}

TEST_CASE("a value may carry its source and kind", "[hardware]") {
  const std::string text =
      small_machine_with("clock: 2 GHz", "clock: {value: 2 GHz, source: a manual, kind: measured}");

  const HardwareFile file = parsed(text, {"pe.count=8"});

  const auto at = [&file](std::string_view path) {
    return *std::ranges::find(file.provenance, path, &Provenance::path);
  };
  CHECK(file.accelerator.pe.clock_ghz == 2.0);
  CHECK(at("pe.clock").value == "2 GHz");
  CHECK(at("pe.clock").source == "a manual");
  CHECK(at("pe.clock").kind == "measured");
  CHECK(at("compute.f16.unit").value == "[16, 16, 16]");
  CHECK(at("compute.f16.unit").source.empty());
  CHECK(at("pe.count").source == "--set \"pe.count=8\"");
}

TEST_CASE("the hash depends on the numbers alone", "[hardware]") {
  const std::string hash = parsed(kSmallMachine).hash;

  CHECK(parsed(small_machine_with("1 MiB", "1024 KiB")).hash == hash);
  CHECK(parsed(small_machine_with("256 GB/s", "128 B/cycle")).hash == hash);
  CHECK(parsed(small_machine_with("clock: 2 GHz", "clock: {value: 2 GHz, source: s} # c")).hash == hash);
  CHECK(parsed(small_machine_with("name: small", "description: d\nname: small")).hash == hash);
  CHECK(parsed(small_machine_with("1 MiB", "1025 KiB")).hash != hash);
  CHECK(parsed(kSmallMachine, {"fixed.task=11 cycles"}).hash != hash);
}

TEST_CASE("wrong values name place, path and what is allowed", "[hardware]") {
  CHECK(refusal("  clock: 2 GHz", "  clok: 2 GHz") ==
        "x.yaml:5:3: pe: missing key \"clock\"\n"
        "x.yaml:7:3: pe.clok: unknown key; did you mean \"clock\"? known: name, count, clock, isa");
  CHECK(refusal("clock: 2 GHz", "clock: 1.41") ==
        "x.yaml:7:10: pe.clock: \"1.41\" has no unit; write \"clock: 1.41 GHz\"");
  CHECK(refusal("64 KiB", "40 KB") ==
        "x.yaml:17:7: buffers.L1: \"40 KB\": KB is ambiguous; write kB for 1000 or KiB for 1024");
  CHECK(refusal("count: 2", "count: 0") == "x.yaml:6:10: pe.count: \"0\" is not an integer in 1..1073741824");
  CHECK(refusal("f16: {", "fp16: {") ==
        "x.yaml:10:9: compute.fp16: unknown data type \"fp16\"; did you mean \"f16\"? known: f32, f64, f16, bf16, "
        "tf32, i8, i32");
  CHECK(refusal("[16, 16, 16]}", "[16, 16]}") ==
        "x.yaml:10:33: compute.f16.unit: a list of 2 is not the three numbers [m, n, k]");
  CHECK(refusal("2..4", "4..2") ==
        "x.yaml:23:75: stages[0].buffers: \"4..2\" is not a number of copies such as \"2\" or \"2..8\"");
  CHECK(
      refusal("kind: compute", "kind: mad") ==
      "x.yaml:24:5: stages[1]: missing key \"operands\"\n"
      "x.yaml:24:23: stages[1].kind: unknown value \"mad\"; did you mean \"load\"? known: load, move, compute, store");
  CHECK(refusal("hardware/v1", "hardware/v9") ==
        "x.yaml:1:9: schema: unknown schema \"hardware/v9\"; supported: hardware/v1");
  CHECK(refusal("clock: 2 GHz", "clock: {value: 2 GHz, kind: guess}") ==
        "x.yaml:7:31: pe.clock.kind: unknown value \"guess\"; known: datasheet, measured, inferred, assumed");
}

TEST_CASE("several errors are reported in one pass", "[hardware]") {
  std::string text = small_machine_with("count: 2", "count: two");
  text.replace(text.find("policy"), 6, "polcy");

  CHECK(message_of([&] { parsed(text); }) ==
        "x.yaml:6:10: pe.count: \"two\" is not an integer in 1..1073741824\n"
        "x.yaml:28:11: dispatch: missing key \"policy\"\n"
        "x.yaml:28:12: dispatch.polcy: unknown key; did you mean \"policy\"? known: policy, raster_band, launch");
}

TEST_CASE("parts that do not fit together are reported with their place", "[hardware]") {
  CHECK(refusal("total: 256 GB/s", "total: 63 B/cycle") ==
        "x.yaml:13:77: memory[0].total: 63 B/cycle is less than the 64 B/cycle of one PE");
  CHECK(refusal("pipe: MAC", "pipe: MAK") ==
        "x.yaml:24:38: stages[1].pipe: unknown pipe \"MAK\"; did you mean \"MAC\"? known: IN, MAC, OUT");
}

TEST_CASE("a value that cannot be is shown as it is written", "[hardware]") {
  CHECK(refusal("capacity: 1 MiB", "capacity: 0 MiB") ==
        "x.yaml:13:26: memory[0].capacity: \"0 MiB\" is not greater than 0");
  CHECK_THAT(refusal("accumulator: f32", "accumulator: f32, sustained: 900%"),
             Contains("compute.f16.sustained: \"900%\" is not greater than 0 and at most 1"));
  CHECK_THAT(refusal("L0C: 32 KiB", "L0C: {value: 0 KiB, source: s, kind: assumed}"),
             Contains("buffers.L0C: \"0 KiB\" is not greater than 0"));
  CHECK_THAT(refusal("policy: static", "policy: static, launch: each_region"),
             Contains("dispatch.launch: \"each_region\" with policy \"static\""));
}

TEST_CASE("a stage's bandwidth is no zero, which would be taken for none", "[hardware]") {
  CHECK(refusal("rate: 64 B/cycle", "rate: 0 B/cycle") ==
        "x.yaml:25:64: stages[2].rate: \"0 B/cycle\" is not greater than 0");
  CHECK_THAT(refusal("buffers: 2..4", "buffers: 2..4, rate: {value: 0 GB/s, source: s, kind: assumed}"),
             Contains("stages[0].rate: \"0 GB/s\" is not greater than 0"));
  CHECK_THAT(refusal("  - {name: mac",
                     "  - {name: feed, kind: move, pipe: MAC, operands: [a], to: L1, rate: 0 B/cycle}\n  - {name: mac"),
             Contains("stages[1].rate: \"0 B/cycle\" is not greater than 0") && !Contains("missing"));
}

TEST_CASE("keys that the machine does not use are warnings, and errors when strict", "[hardware]") {
  const std::string text = small_machine_with("dispatch:", "occupancy: {resident_warps: 8}\ndispatch:");

  const HardwareFile file = parsed(text);

  const std::string line =
      "x.yaml:28:13: occupancy.resident_warps: not used: without \"elements_per_warp\" a PE holds one task at a time";
  CHECK(file.warnings == std::vector<std::string>{line});
  CHECK(file.accelerator.occupancy.resident_warps == 1);
  CHECK(message_of([&] { parse_hardware(text, "x.yaml", {}, true); }) == line);
}

TEST_CASE("an idle buffer or pipe and a rate of the compute stage are warnings", "[hardware]") {
  std::string text = small_machine_with("  L1: 64 KiB", "  L1: 64 KiB\n  UB: 1 KiB");
  text.replace(text.find("to: L0C"), 7, "to: L0C, rate: 1 B/cycle");

  CHECK(parsed(text).warnings == std::vector<std::string>{"x.yaml:25:52: stages[1].rate: not used by a compute stage",
                                                          "x.yaml:18:7: buffers.UB: not used: no stage fills it"});
}

TEST_CASE("overrides are checked like the file", "[hardware]") {
  const auto refused = [](const std::string& set) { return message_of([&] { parsed(kSmallMachine, {set}); }); };

  CHECK(parsed(kSmallMachine, {"pe.clock=1 GHz"}).accelerator.memory[0].total == 256.0);
  CHECK(refused("pe.clok=1 GHz") ==
        "--set \"pe.clok=1 GHz\": pe.clok: unknown key; did you mean \"clock\"? known: name, count, clock, isa");
  CHECK(refused("pe.clock=fast") ==
        "--set \"pe.clock=fast\": pe.clock: \"fast\" is not a number with a unit; needs a clock such as \"1.41 GHz\"");
}

// At 2 GHz: L2 has 64, 32 and 128 B/cycle, DRAM 16, 16 and 32.
TEST_CASE("contention names its exponent, and lowers a level's rates by what is reached of them", "[hardware]") {
  const HardwareFile plain = parsed(kSmallMachine);
  const HardwareFile file = parsed(with_section("contention: {exponent: 2.5, efficiency: {DRAM: 75%}}"));

  CHECK(plain.accelerator.contention.exponent == 0.0);
  CHECK(file.accelerator.contention.exponent == 2.5);
  CHECK(file.accelerator.memory[0].total == 128.0);
  CHECK(file.accelerator.memory[1].total == 24.0);
  CHECK(file.accelerator.memory[1].read_per_pe == 12.0);
  CHECK(file.accelerator.memory[1].write_per_pe == 12.0);
  CHECK(file.accelerator.memory[1].latency_cycles == 200.0);
  CHECK(file.hash != plain.hash);
  CHECK(parsed(with_section("contention: {exponent: 2.5}")).hash != plain.hash);
  CHECK(parsed(with_section("contention: {exponent: 0, efficiency: {L2: 100%}}")).hash == plain.hash);
}

TEST_CASE("contention that cannot be is refused", "[hardware]") {
  const auto refused = [](const std::string& contention) {
    return message_of([&] { parsed(with_section("contention: {" + contention + "}")); });
  };
  CHECK(refused("efficiency: {L3: 50%}") ==
        "x.yaml:30:27: contention.efficiency.L3: unknown key; did you mean \"L2\"? known: L2, DRAM");
  for (const char* exponent : {"0.5", "65"}) {
    CHECK(refused(std::string("exponent: ") + exponent) == std::string("x.yaml:30:24: contention.exponent: \"") +
                                                               exponent +
                                                               "\" is neither 0, the slowest alone, nor in 1..64");
  }
  CHECK_THAT(refused("exponent: -1"), Contains("contention.exponent: \"-1\" is negative"));
  CHECK_THAT(refused("exponent: fast"), Contains("contention.exponent: \"fast\""));
  CHECK_THAT(refused("exponents: 2"), Contains("contention.exponents: unknown key; did you mean \"exponent\"?"));
  CHECK_THAT(refused("efficiency: {L2: -5%}"), Contains("contention.efficiency.L2: \"-5%\" is negative"));
  CHECK(refused("efficiency: {L2: 0%}") ==
        "x.yaml:30:31: contention.efficiency.L2: \"0%\" is not greater than 0 and at most 2");
  CHECK_THAT(refused("efficiency: {L2: {value: 300%, source: s, kind: assumed}}"),
             Contains("contention.efficiency.L2: \"300%\" is not greater than 0 and at most 2"));
}

TEST_CASE("a vendor's tiles and parts of k are read as written", "[hardware]") {
  const HardwareFile plain = parsed(kSmallMachine);
  const HardwareFile file = parsed(with_section(
      "vendor: {source: names, k_parts: [1, 4], tiles: [{tile: [32, 64, 16], stages: 3, types: [f16, bf16]}, "
      "{tile: [16, 16, 16]}]}"));

  CHECK(plain.accelerator.vendor.tiles.empty());
  CHECK(plain.accelerator.vendor.k_parts == std::vector<std::int64_t>{1});
  const VendorLibrary& vendor = file.accelerator.vendor;
  REQUIRE(vendor.tiles.size() == 2);
  CHECK(vendor.tiles[0].tile == TileShape{32, 64, 16});
  CHECK(vendor.tiles[0].stages == 3);
  CHECK(vendor.tiles[0].types == std::vector<DataType>{DataType::f16, DataType::bf16});
  CHECK(vendor.tiles[1].stages == 0);
  CHECK(vendor.tiles[1].types.empty());
  CHECK(vendor.k_parts == std::vector<std::int64_t>{1, 4});
  CHECK(file.hash != plain.hash);
  const auto written = std::ranges::find(file.provenance, "vendor", &Provenance::path);
  CHECK(written->value == "2 tiles");
  CHECK(written->source == "names");
}

TEST_CASE("a vendor's tile that is none is refused with its place", "[hardware]") {
  const auto refused = [](const std::string& vendor) {
    return message_of([&] { parsed(with_section("vendor: {" + vendor + "}")); });
  };
  CHECK(refused("tiles: []") == "x.yaml:30:9: vendor: missing key \"source\"");
  CHECK(refused("source: s") == "x.yaml:30:9: vendor: missing key \"tiles\"");
  CHECK(refused("source: s, tiles: [{tile: [32, 32]}]") ==
        "x.yaml:30:36: vendor.tiles[0].tile: a list of 2 is not the three numbers [m, n, k]");
  CHECK(refused("source: s, tiles: [{tile: [32, 32, 32], stages: 65}]") ==
        "x.yaml:30:58: vendor.tiles[0].stages: \"65\" is not an integer in 1..64");
  CHECK_THAT(refused("source: s, tiles: [{tile: [32, 32, 32], types: [f17]}]"),
             Contains("vendor.tiles[0].types[0]: unknown data type \"f17\""));
  CHECK_THAT(refused("source: s, k_parts: [0], tiles: []"),
             Contains("vendor.k_parts[0]: \"0\" is not an integer in 1..1024"));
}

TEST_CASE("regions may be launched one by one, and the fixed cost of a reduction be given", "[hardware]") {
  const HardwareFile plain = parsed(kSmallMachine);
  const HardwareFile each = parsed(small_machine_with("policy: static", "policy: dynamic, launch: each_region"));
  const HardwareFile all = parsed(small_machine_with("policy: static", "policy: static, launch: all"));
  const HardwareFile reduces = parsed(small_machine_with("task: 10 cycles", "task: 10 cycles, reduction: 3 us"));

  CHECK_FALSE(plain.accelerator.dispatch.launch_each_region);
  CHECK(each.accelerator.dispatch.launch_each_region);
  CHECK_FALSE(all.accelerator.dispatch.launch_each_region);
  CHECK(all.hash == plain.hash);
  CHECK(each.hash != parsed(small_machine_with("policy: static", "policy: dynamic")).hash);
  CHECK(plain.accelerator.fixed.reduction == Picoseconds{});
  CHECK(reduces.accelerator.fixed.reduction == Picoseconds{3'000'000});
  CHECK(reduces.hash != plain.hash);
  CHECK(refusal("policy: static", "policy: static, launch: each") ==
        "x.yaml:28:36: dispatch.launch: unknown value \"each\"; known: all, each_region");
  CHECK(refusal("policy: static", "policy: wave") ==
        "x.yaml:28:20: dispatch.policy: unknown value \"wave\"; known: static, dynamic, persistent, stream_k");
  CHECK_THAT(refusal("task: 10 cycles", "task: 10 cycles, reduction: -1 us"),
             Contains("fixed.reduction: \"-1 us\" is negative"));
}

TEST_CASE("a constant may be fitted within bounds, a datasheet's number may not", "[hardware]") {
  const auto count = [](const std::string& value) {
    return small_machine_with("count: 2", "count: {value: 2, " + value + "}");
  };
  const HardwareFile file = parsed(count("kind: assumed, fit: [1, 3]"));

  const auto written = std::ranges::find(file.provenance, "pe.count", &Provenance::path);
  CHECK(written->least == "1");
  CHECK(written->most == "3");
  CHECK(std::ranges::find(file.provenance, "pe.clock", &Provenance::path)->least.empty());
  CHECK(file.hash == parsed(kSmallMachine).hash);
  const auto refused = [&](const std::string& value) { return message_of([&] { parsed(count(value)); }); };
  CHECK(refused("kind: datasheet, fit: [1, 3]") ==
        "x.yaml:6:43: pe.count.fit: a datasheet's number is not fitted; give another kind or leave fit out");
  CHECK(refused("fit: [1]") == "x.yaml:6:26: pe.count.fit: not the two bounds [LEAST, MOST]");
  CHECK(refused("fit: [1, 2, 3]") == "x.yaml:6:26: pe.count.fit: not the two bounds [LEAST, MOST]");
  CHECK(refused("fit: 3") == "x.yaml:6:26: pe.count.fit: \"3\" is not a list");
}

TEST_CASE("an unknown machine names the nearest and all known ones", "[hardware]") {
  CHECK(message_of([] { load_hardware("ascend91a"); }) ==
        fmt::format("unknown hardware \"ascend91a\"; did you mean \"ascend910a\"? known: {}",
                    fmt::join(hardware_names(), ", ")));
}

}  // namespace
}  // namespace mikpoly
