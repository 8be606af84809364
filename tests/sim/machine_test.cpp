#include "sim/machine.hpp"

#include <numeric>

#include "core/base/splitmix64.hpp"
#include "tests/sim/step_by_step.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::sim;

namespace {

SlotList list_of(double slots, std::initializer_list<Run> runs) {
  SlotList list;
  list.slots = slots;
  list.ahead = 2.0;
  list.behind = 2.0;
  for (const Run& run : runs) {
    list.levels[list.run_count] = {{1.0, 0.0}, {1.0, 0.0}};
    list.runs[list.run_count++] = run;
  }
  return list;
}

double end_of(const std::vector<SlotList>& lists, const std::array<double, kMaxLevels>& totals) {
  const auto ends = work_through(lists, {.totals = totals});
  return *std::max_element(ends.begin(), ends.end());
}

constexpr std::array<double, kMaxLevels> kPlenty{1e12, 1e12};

}  // namespace

// 4 steps of 25 cycles load, 4 steps of 100 cycles chain, then 40 cycles store: 25 + 400 + 40.
TEST_CASE("one task fills, computes and drains", "[sim]") {
  const Run run{.tasks = 1,
                .steps = 4,
                .chain_cycles = 400,
                .load_bytes = 100,
                .load_cycles = 100,
                .store_bytes = 40,
                .store_cycles = 40};
  CHECK(end_of({list_of(1, {run})}, kPlenty) == Approx(465.0));
}

// Three tasks: the loads of the next hide behind the chain, the stores of the last one do not: 25 + 3*400 + 40.
TEST_CASE("back-to-back tasks overlap", "[sim]") {
  const Run run{.tasks = 3,
                .steps = 4,
                .chain_cycles = 400,
                .load_bytes = 100,
                .load_cycles = 100,
                .store_bytes = 40,
                .store_cycles = 40};
  CHECK(end_of({list_of(1, {run})}, kPlenty) == Approx(1265.0));
}

// Loads of 400 cycles a task bound the PE; the last step of the chain (25) and the store (40) follow.
TEST_CASE("a task that loads longer than it computes is bound by its loads", "[sim]") {
  const Run run{.tasks = 3,
                .steps = 4,
                .chain_cycles = 100,
                .load_bytes = 400,
                .load_cycles = 400,
                .store_bytes = 40,
                .store_cycles = 40};
  CHECK(end_of({list_of(1, {run})}, kPlenty) == Approx(3 * 400 + 25 + 40));
}

// One step of load (10), then 100 chain; the storer then works back to back: 10 + 100 + 3*300.
TEST_CASE("a task that stores longer than it computes is bound by its stores", "[sim]") {
  const Run run{.tasks = 3,
                .steps = 1,
                .chain_cycles = 100,
                .load_bytes = 10,
                .load_cycles = 10,
                .store_bytes = 300,
                .store_cycles = 300};
  CHECK(end_of({list_of(1, {run})}, kPlenty) == Approx(10 + 100 + 3 * 300));
}

// Two PEs ask for 1 byte per cycle each of a level that gives 1: each task's 400 bytes take 800 cycles.
TEST_CASE("PEs that ask at the same time share a level's rate", "[sim]") {
  const Run run{.tasks = 1,
                .steps = 4,
                .chain_cycles = 100,
                .load_bytes = 400,
                .load_cycles = 400,
                .store_bytes = 0,
                .store_cycles = 0};
  CHECK(end_of({list_of(1, {run})}, {1.0, 1e12}) == Approx(400 + 25));
  CHECK(end_of({list_of(2, {run})}, {1.0, 1e12}) == Approx(800 + 25));
}

TEST_CASE("at infinite bandwidth nothing stalls: time is chain time", "[sim]") {
  const Run run{.tasks = 7,
                .steps = 5,
                .chain_cycles = 123,
                .load_bytes = 1e6,
                .load_cycles = 1e-9,
                .store_bytes = 1e6,
                .store_cycles = 1e-9};
  CHECK(end_of({list_of(3, {run})}, {1e30, 1e30}) == Approx(7 * 123.0).epsilon(1e-9));
}

TEST_CASE("regions with different k steps follow each other without a deadlock", "[sim]") {
  const Run fine{.tasks = 2,
                 .steps = 64,
                 .chain_cycles = 640,
                 .load_bytes = 640,
                 .load_cycles = 320,
                 .store_bytes = 8,
                 .store_cycles = 8};
  const Run coarse{.tasks = 2,
                   .steps = 2,
                   .chain_cycles = 600,
                   .load_bytes = 640,
                   .load_cycles = 320,
                   .store_bytes = 8,
                   .store_cycles = 8};
  CHECK(end_of({list_of(2, {fine, coarse})}, kPlenty) > 2480.0);
  CHECK(end_of({list_of(2, {coarse, fine})}, kPlenty) > 2480.0);
}

// The bulk machine against every k step of every PE, on random lists: the mean error and the worst are stated.
TEST_CASE("treating alike tasks in bulk changes the time by 1.5 % in the mean and 25 % at most", "[sim]") {
  SplitMix64 random(5);
  const auto draw = [&](double low, double high) { return low + (high - low) * random.uniform(); };
  double sum = 0.0;
  double worst = 0.0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<SlotList> lists;
    const auto groups = 1 + random.next() % 3;
    double demand = 0.0;
    for (std::uint64_t g = 0; g < groups; ++g) {
      SlotList list = list_of(1.0 + static_cast<double>(random.next() % 4), {});
      const auto runs = 1 + random.next() % 3;
      for (std::uint64_t r = 0; r < runs; ++r) {
        Run run;
        run.tasks = 1.0 + static_cast<double>(random.next() % 5);
        run.steps = 1.0 + static_cast<double>(random.next() % 24);
        run.chain_cycles = run.steps * draw(20, 200);
        run.load_bytes = run.steps * draw(500, 8000);
        run.load_cycles = run.load_bytes / draw(30, 110);
        run.store_bytes = draw(500, 30000);
        run.store_cycles = run.store_bytes / draw(30, 64);
        list.levels[list.run_count] = {{1.0, draw(0, 1)}, {1.0, draw(0, 1)}};
        list.runs[list.run_count++] = run;
      }
      list.behind = 2.0 + static_cast<double>(random.next() % 2);
      list.ahead = 2.0 + static_cast<double>(random.next() % 6);
      demand += list.slots * 100.0;
      lists.push_back(list);
    }
    const std::array<double, kMaxLevels> totals{demand * draw(0.4, 1.5), demand * draw(0.2, 1.0)};

    const double wanted = test::work_step_by_step(lists, totals);
    const double error = std::abs(end_of(lists, totals) / wanted - 1.0);

    sum += error;
    worst = std::max(worst, error);
  }
  INFO("mean " << sum / kRounds << ", worst " << worst);
  CHECK(sum / kRounds <= 0.015);
  CHECK(worst <= 0.25);
}
