#include "core/config/hardware_loader.hpp"
#include "core/cost/cost_models.hpp"
#include "core/kernel/feasibility.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;
using test::whole;

namespace {

const Accelerator kFour = test::machine_with(4);
const KernelLibrary kOne = test::library_of({{{16, 16, 8}, 2, 10}});

}  // namespace

// 5 tasks on 4 slots are 2 waves; 24/8 = 3 k steps, so one task is 10 + 3*2 = 16 ps.
TEST_CASE("Eq. 2 charges a whole wave for the last task", "[cost]") {
  const auto model = cost_models().find("mikpoly")(kFour, kOne);

  CHECK(model->cost(whole({5 * 16, 16, 24})) == Picoseconds{32});
  CHECK(model->cost(whole({4 * 16, 16, 24})) == Picoseconds{16});
  CHECK(model->cost(whole({1, 1, 24, 5})) == Picoseconds{32});
}

TEST_CASE("WAVE counts waves alone and PIPE one task alone", "[cost]") {
  CHECK(cost_models().find("wave")(kFour, kOne)->cost(whole({5 * 16, 16, 24})) == Picoseconds{2});
  CHECK(cost_models().find("pipe")(kFour, kOne)->cost(whole({5 * 16, 16, 24})) == Picoseconds{16});
}

TEST_CASE("an explanation adds up to the cost", "[cost]") {
  for (const std::string& name : cost_models().names()) {
    const auto model = cost_models().find(name)(kFour, kOne);
    Picoseconds sum;
    for (const CostTerm& term : model->explain(whole({100, 50, 24}))) sum += term.amount;
    INFO(name);
    CHECK(std::abs((sum - model->cost(whole({100, 50, 24}))).count) <= 3);  // each term is rounded
  }
}

TEST_CASE("every cost is positive and does not fall with k", "[cost]") {
  for (const std::string& name : cost_models().names()) {
    if (name == "pipe-throughput") continue;  // it divides by the work
    const auto model = cost_models().find(name)(kFour, kOne);
    INFO(name);
    Picoseconds before{1};
    for (std::int64_t k = 1; k < 300; k += 5) {
      const Picoseconds cost = model->cost(whole({70, 33, k}));
      CHECK(cost >= before);
      before = cost;
    }
  }
}

// MikPoly section 6: (4096,1024,4096) on an A100. A = (256,128,32) alone has 128 tasks on 108 slots: 2 waves. With A on
// rows 0..3071 (96 tasks, 1 wave) and B = (64,64,64) below (256 tasks on 216 slots, 2 waves) the cost is tA + 2 tB.
TEST_CASE("the worked example counts 128, 96 and 256 tasks and 2, 1 and 2 waves", "[cost]") {
  const Accelerator a100 = load_hardware("a100-40").accelerator;
  KernelLibrary library = test::library_of({{{256, 128, 32}, 1000, 0}, {{64, 64, 64}, 900, 0}});
  for (MicroKernel& kernel : library.kernels) {
    const Feasibility answer = check_tile(a100, kernel.types, kernel.tile);
    REQUIRE(answer.feasible);
    kernel.resources = answer.resources;
  }
  const auto wave = cost_models().find("wave")(a100, library);
  const auto eq2 = cost_models().find("mikpoly")(a100, library);
  const GemmShape shape{4096, 1024, 4096};
  Plan split;
  split.shape = shape;
  split.pattern = "II";
  split.add({{0, 3072}, {0, 1024}, {0, 4096}}, 0);
  split.add({{3072, 4096}, {0, 1024}, {0, 4096}}, 1);

  CHECK(task_count(whole(shape).regions()[0].region, library.kernels[0].tile) == 128);
  CHECK(task_count(split.regions()[0].region, library.kernels[0].tile) == 96);
  CHECK(task_count(split.regions()[1].region, library.kernels[1].tile) == 256);
  CHECK(wave->cost(whole(shape)) == Picoseconds{2});
  CHECK(wave->cost(split) == Picoseconds{3});
  // tA = 128 steps * 1000 ps, tB = 64 steps * 900 ps
  CHECK(eq2->cost(whole(shape)) == Picoseconds{2 * 128'000});
  CHECK(eq2->cost(split) == Picoseconds{128'000 + 2 * 57'600});
}
