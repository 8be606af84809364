#include "sim/block_machine.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/splitmix64.hpp"
#include "sim/least_cycles.hpp"
#include "sim/plan_blocks.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::sim;

namespace {

constexpr double kPlenty = 1e12;  // bytes per cycle

BlockMachine machine_of(std::int64_t pes, double exponent = 0.0) {
  return {.pes = pes, .totals = {kPlenty, kPlenty}, .exponent = exponent};
}

double cycles_of(const std::vector<BlockClass>& classes, const BlockMachine& machine) {
  return run_blocks(classes, machine).cycles;
}

/// The most of a PE that its blocks take at once, over all PEs.
double most_held(const std::vector<BlockSpan>& spans, const std::vector<BlockClass>& classes) {
  // Ends before begins of the same moment.
  std::map<std::int64_t, std::multimap<std::pair<double, bool>, double>> events;
  for (const BlockSpan& span : spans) {
    const double share = static_cast<double>(span.blocks) / static_cast<double>(classes[span.block_class].residents);
    events[span.pe].insert({{span.begin, true}, share});
    events[span.pe].insert({{span.end, false}, -share});
  }
  double most = 0.0;
  for (const auto& [pe, of_pe] : events) {
    double held = 0.0;
    for (const auto& [moment, share] : of_pe) most = std::max(most, held += share);
  }
  return most;
}

struct Draw {
  std::vector<BlockClass> classes;
  BlockMachine machine;
};

Draw draw_of(SplitMix64& random, std::uint64_t most_classes = 4) {
  const auto between = [&](double low, double high) { return low + (high - low) * random.uniform(); };
  const auto up_to = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(random.next() % most); };
  Draw drawn;
  const std::int64_t classes = up_to(most_classes);
  for (std::int64_t i = 0; i < classes; ++i) {
    BlockClass& each = drawn.classes.emplace_back();
    each.count = up_to(60);
    each.residents = up_to(4);
    each.fixed_cycles = random.next() % 3 == 0 ? 0.0 : between(1, 50);
    each.compute_cycles = between(10, 500);
    each.port_cycles = between(0, 600);
    each.level_bytes = {between(0, 5000), between(0, 3000)};
  }
  drawn.machine = {.pes = up_to(12), .totals = {between(10, 200), between(5, 100)}};
  drawn.machine.exponent = random.next() % 3 == 0 ? 0.0 : between(1, 8);
  return drawn;
}

}  // namespace

TEST_CASE("a block alone pays its fixed part and its main loop", "[sim]") {
  const BlockRun run = run_blocks(
      std::vector<BlockClass>{{.count = 1, .residents = 2, .fixed_cycles = 30, .compute_cycles = 100}}, machine_of(3));
  CHECK(run.cycles == Approx(130.0));
  CHECK(run.busy_pes == Approx(130.0));
  CHECK(run.waves == 1);
}

// Its own port takes 150 of the 100 cycles of compute; a level of 2 bytes a cycle takes 400 / 2 = 200.
TEST_CASE("the slowest of compute, port and levels bounds a block at exponent 0", "[sim]") {
  BlockMachine machine = machine_of(1);
  CHECK(cycles_of({{.count = 1, .compute_cycles = 100, .port_cycles = 150}}, machine) == Approx(150.0));
  machine.totals = {2.0, kPlenty};
  CHECK(cycles_of({{.count = 1, .compute_cycles = 100, .level_bytes = {400, 0}}}, machine) == Approx(200.0));
  machine.totals = {kPlenty, 2.0};
  CHECK(cycles_of({{.count = 1, .compute_cycles = 100, .level_bytes = {0, 400}}}, machine) == Approx(200.0));
}

// On one PE two main loops of 100 cycles take 200 together; on two PEs they do not meet.
TEST_CASE("two blocks share the pipes of their PE", "[sim]") {
  const std::vector<BlockClass> two{{.count = 2, .residents = 2, .compute_cycles = 100}};
  CHECK(cycles_of(two, machine_of(1)) == Approx(200.0));
  CHECK(cycles_of(two, machine_of(2)) == Approx(100.0));
}

// Both fixed parts run beside each other: 30, then 2 * 100.
TEST_CASE("the fixed part is shared with nobody", "[sim]") {
  CHECK(cycles_of({{.count = 2, .residents = 2, .fixed_cycles = 30, .compute_cycles = 100}}, machine_of(1)) ==
        Approx(230.0));
}

// 30 cycles alone leave 70 of the first loop; then both share: the first ends after 2 * 70 more, at 170, and leaves 30
// of the second.
TEST_CASE("a block in its fixed part takes nothing of the others' pipes", "[sim]") {
  const std::vector<BlockClass> classes{{.count = 1, .residents = 2, .compute_cycles = 100},
                                        {.count = 1, .residents = 2, .fixed_cycles = 30, .compute_cycles = 100}};
  std::vector<BlockSpan> spans;
  CHECK(run_blocks(classes, machine_of(1), &spans).cycles == Approx(200.0));
  REQUIRE(spans.size() == 2);
  CHECK(spans[0].block_class == 0);
  CHECK(spans[0].end == Approx(170.0));
}

// p = 2: sqrt(300^2 + 400^2) = 500 of compute and near; with main 1200: sqrt(500^2 + 1200^2) = 1300.
TEST_CASE("demands add up by the norm of the exponent", "[sim]") {
  BlockMachine machine = machine_of(1, 2.0);
  CHECK(cycles_of({{.count = 1, .compute_cycles = 300, .port_cycles = 400}}, machine) == Approx(500.0));
  machine.totals = {10.0, 1.0};
  CHECK(cycles_of({{.count = 1, .compute_cycles = 300, .level_bytes = {4000, 1200}}}, machine) == Approx(1300.0));
  machine.exponent = 1.0;
  CHECK(cycles_of({{.count = 1, .compute_cycles = 300, .level_bytes = {4000, 1200}}}, machine) == Approx(1900.0));
}

// Each of four PEs moves 100 bytes: a level of 2 bytes a cycle needs 200 cycles for all, and 50 for one.
TEST_CASE("PEs share the rate of a level", "[sim]") {
  BlockMachine machine = machine_of(4);
  machine.totals = {kPlenty, 2.0};
  const auto blocks = [](std::int64_t count) {
    return std::vector<BlockClass>{{.count = count, .compute_cycles = 20, .level_bytes = {0, 100}}};
  };
  CHECK(cycles_of(blocks(1), machine) == Approx(50.0));
  CHECK(cycles_of(blocks(4), machine) == Approx(200.0));
}

// Five blocks one after the other on one PE: 5 * 130, and with loops 30 + 5 * 100. Two places: three rounds of two.
TEST_CASE("a persistent place pays the fixed part once", "[sim]") {
  BlockMachine machine = machine_of(1);
  const std::vector<BlockClass> five{{.count = 5, .fixed_cycles = 30, .compute_cycles = 100}};
  CHECK(cycles_of(five, machine) == Approx(650.0));
  machine.loops = true;
  CHECK(cycles_of(five, machine) == Approx(530.0));
  CHECK(cycles_of({{.count = 6, .residents = 2, .fixed_cycles = 30, .compute_cycles = 100}}, machine) == Approx(630.0));
}

// PE 0 has half a place left, but class 1 needs a whole one: its second block waits until 60, class 2 behind it until
// PE 1 is free at 100.
TEST_CASE("classes start in order, and none overtakes one that finds no room", "[sim]") {
  const std::vector<BlockClass> classes{{.count = 1, .residents = 2, .compute_cycles = 60},
                                        {.count = 2, .residents = 1, .compute_cycles = 100},
                                        {.count = 1, .residents = 2, .compute_cycles = 10}};
  std::vector<BlockSpan> spans;
  const BlockRun run = run_blocks(classes, machine_of(2), &spans);
  std::ranges::sort(spans, {}, &BlockSpan::begin);

  REQUIRE(spans.size() == 4);
  CHECK(std::pair(spans[0].begin, spans[1].begin) == std::pair(0.0, 0.0));
  CHECK(spans[2].block_class == 1);
  CHECK(spans[2].begin == Approx(60.0));
  CHECK(spans[3].block_class == 2);
  CHECK(spans[3].begin == Approx(100.0));
  CHECK(run.cycles == Approx(160.0));
  CHECK(run.busy_pes == Approx(160.0 + 110.0));
}

// Three PEs run the first class and one the second; at 100 all four are free and take the second's last four.
TEST_CASE("PEs that become alike are all there afterwards", "[sim]") {
  const BlockRun run = run_blocks(std::vector<BlockClass>{{.count = 3, .compute_cycles = 100},  //
                                                          {.count = 5, .compute_cycles = 100}},
                                  machine_of(4));
  CHECK(run.cycles == Approx(200.0));
  CHECK(run.busy_pes == Approx(800.0));
  CHECK(run.waves == 2);
}

// Whole rounds on an idle machine count as one event: 10^9 rounds of 3 + 2 * 5 cycles.
TEST_CASE("a thousand million rounds take no longer to simulate than two", "[sim]") {
  const BlockRun run = run_blocks(
      std::vector<BlockClass>{{.count = 8'000'000'000, .residents = 2, .fixed_cycles = 3, .compute_cycles = 5}},
      machine_of(4));
  CHECK(run.cycles == Approx(13e9));
  CHECK(run.busy_pes == Approx(4 * 13e9));
  CHECK(run.waves == 1'000'000'000);
}

TEST_CASE("every block runs exactly once and no PE holds more than fits", "[sim]") {
  SplitMix64 random(11);
  for (int round = 0; round < 300; ++round) {
    Draw drawn = draw_of(random);
    drawn.machine.loops = round % 2 == 1;
    INFO("round " << round);
    std::vector<BlockSpan> spans;
    const BlockRun run = run_blocks(drawn.classes, drawn.machine, &spans);

    std::vector<std::int64_t> blocks(drawn.classes.size(), 0);
    for (const BlockSpan& span : spans) {
      blocks[span.block_class] += span.blocks;
      CHECK(span.begin < span.end);
      CHECK(span.end <= run.cycles);
      CHECK((span.pe >= 0 && span.pe < drawn.machine.pes));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) CHECK(blocks[i] == drawn.classes[i].count);
    CHECK(most_held(spans, drawn.classes) <= 1.0 + 1e-9);
  }
}

// Where places have run and where not counts only for `loops`; there, of more than two classes, which of two alike full
// PEs gets a block may differ.
TEST_CASE("PEs in groups take the time of every PE alone", "[sim]") {
  SplitMix64 random(12);
  for (int round = 0; round < 400; ++round) {
    const bool loops = round % 2 == 1;
    Draw drawn = draw_of(random, loops ? 2 : 4);
    drawn.machine.loops = loops;
    std::vector<BlockSpan> spans;
    const BlockRun alone = run_blocks(drawn.classes, drawn.machine, &spans);
    const BlockRun grouped = run_blocks(drawn.classes, drawn.machine);
    INFO("round " << round);
    CHECK(grouped.cycles == Approx(alone.cycles).epsilon(1e-9));
    CHECK(grouped.busy_pes == Approx(alone.busy_pes).epsilon(1e-9));
    CHECK(grouped.waves == alone.waves);
  }
}

TEST_CASE("no run is shorter than its bound", "[sim]") {
  SplitMix64 random(13);
  for (int round = 0; round < 400; ++round) {
    Draw drawn = draw_of(random);
    drawn.machine.loops = round % 2 == 1;
    INFO("round " << round);
    CHECK(cycles_of(drawn.classes, drawn.machine) >= least_cycles(drawn.classes, drawn.machine) * (1.0 - 1e-9));
  }
}

// Twice the rate of everything: half the compute and port cycles, twice the bytes a cycle.
TEST_CASE("without fixed parts, rates and time are inverse to each other", "[sim]") {
  SplitMix64 random(14);
  for (int round = 0; round < 300; ++round) {
    Draw drawn = draw_of(random);
    for (BlockClass& each : drawn.classes) each.fixed_cycles = 0.0;
    const double before = cycles_of(drawn.classes, drawn.machine);
    const double faster = 0.25 + 4.0 * random.uniform();
    for (BlockClass& each : drawn.classes) {
      each.compute_cycles /= faster;
      each.port_cycles /= faster;
    }
    for (double& total : drawn.machine.totals) total *= faster;

    INFO("round " << round << ", " << faster << " times as fast");
    CHECK(cycles_of(drawn.classes, drawn.machine) * faster == Approx(before).epsilon(1e-9));
  }
}
