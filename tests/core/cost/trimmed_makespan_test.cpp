#include "core/cost/trimmed_makespan.hpp"

#include "core/cost/cost_models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;
using test::whole;

namespace {

// Tiles of 8 x 32; a task takes 100 ps and 10 ps for each row, vector of 16 columns and k element.
const test::TrimmedKernel kFormula{{8, 32, 4}, 8, 32, 100, 10, 0};
const KernelLibrary kOne = test::trimmed_library({kFormula});

Accelerator machine_with(std::int64_t workers) {
  Accelerator machine = test::machine_with(workers);
  machine.fixed.start = {7};
  return machine;
}

Picoseconds task(std::int64_t rows, std::int64_t columns, std::int64_t depth) {
  return test::time_by_formula(kFormula, {rows, columns, depth});
}

}  // namespace

// 11 x 40: tiles of 8 x 32, 8 x 8, 3 x 32 and 3 x 8.
TEST_CASE("one worker's makespan is the sum of what the tasks compute", "[cost]") {
  const Accelerator machine = machine_with(1);
  const auto model = cost_models().find("makespan")(machine, kOne);

  CHECK(model->cost(whole({11, 40, 4})) == task(8, 32, 4) + task(8, 8, 4) + task(3, 32, 4) + task(3, 8, 4));
  CHECK(model->cost(whole({16, 64, 4, 3})) == task(8, 32, 4) * 12);
  CHECK(model->cost(whole({0, 64, 4})) == Picoseconds{});
}

TEST_CASE("two workers share the tasks, longest first, and pay the start when both have one", "[cost]") {
  const Accelerator machine = machine_with(2);
  const auto model = cost_models().find("makespan")(machine, kOne);

  // 740, 420, 340, 220 ps: 740 + 220 on one worker, 420 + 340 on the other.
  CHECK(model->cost(whole({11, 40, 4})) == task(8, 32, 4) + task(3, 8, 4) + Picoseconds{7});
  CHECK(model->cost(whole({8, 32, 4})) == task(8, 32, 4));
  CHECK(cost_models().find("makespan-bare")(machine, kOne)->cost(whole({11, 40, 4})) == task(8, 32, 4) + task(3, 8, 4));
}

// B and D of 2^17 columns are 4 MiB each, the nearest level 1 MiB; main memory moves a byte in a million ps.
TEST_CASE("main memory is charged where the operands do not fit the nearest level", "[cost]") {
  Accelerator machine = machine_with(1);
  machine.memory.back().total = 1e-3;
  const KernelLibrary wide = test::trimmed_library({{{8, 4096, 8}, 8, 32, 100, 10, 0}});
  const TrimmedMakespan model(machine, wide, false);

  CHECK(model.stays_near({8, 1024, 8}));
  CHECK(model.main_memory(whole({8, 1024, 8})) == Picoseconds{});
  const GemmShape large{8, 1 << 17, 8};
  CHECK_FALSE(model.stays_near(large));
  CHECK(model.main_memory(whole(large)) > Picoseconds{4 * 8 * (std::int64_t{1} << 17) * 1'000'000});
  CHECK(model.cost(whole(large)) == model.main_memory(whole(large)));
  CHECK(TrimmedMakespan(machine, wide, true).cost(whole(large)) < model.cost(whole(large)));
}

TEST_CASE("Eq. 2 charges waves of the region's largest task", "[cost]") {
  const Accelerator machine = machine_with(2);
  const auto cost = [&](const char* name, const GemmShape& shape) {
    return cost_models().find(name)(machine, kOne)->cost(whole(shape));
  };

  CHECK(cost("mikpoly", {11, 40, 4}) == task(8, 32, 4) * 2);
  CHECK(cost("mikpoly", {3, 40, 4}) == task(3, 32, 4));
  CHECK(cost("wave", {11, 40, 4}) == Picoseconds{2});
  CHECK(cost("pipe", {3, 20, 4}) == task(3, 20, 4));
  CHECK(cost("pipe-throughput", {3, 20, 4}).count ==
        std::llround(static_cast<double>(task(3, 20, 4).count << 20) / 240));
}

TEST_CASE("explanations of trimmed kernels add up to the cost", "[cost]") {
  const Accelerator machine = machine_with(2);
  for (const std::string& name : cost_models().names()) {
    const auto model = cost_models().find(name)(machine, kOne);
    Picoseconds sum;
    for (const CostTerm& term : model->explain(whole({100, 50, 24}))) sum += term.amount;
    INFO(name);
    CHECK(sum == model->cost(whole({100, 50, 24})));
  }
}
