// Launches of plans: regions that share one, limits of grids, copies by address, and what is not run.
#include "backends/cuda/launch_plan.hpp"

#include <array>

#include "core/kernel/kernel_library.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

constexpr GemmTypes kHalf{DataType::f16, DataType::f16, DataType::f32, DataType::f16};

KernelLibrary library() {
  KernelLibrary made;
  made.kernels.push_back({.id = "large", .tile = {64, 32, 32}, .types = kHalf});
  made.kernels.push_back({.id = "small", .tile = {16, 16, 32}, .types = kHalf});
  return made;
}

GemmProblem problem_of(const GemmShape& shape) {
  return {.shape = shape, .types = kHalf};
}

Plan plan_of(const GemmShape& shape) {
  Plan plan;
  plan.shape = shape;
  return plan;
}

std::int64_t copies(const GemmProblem& problem, std::uintptr_t a = 256, std::uintptr_t b = 256) {
  GemmOperands operands;
  operands.a = reinterpret_cast<const void*>(a);
  operands.b = reinterpret_cast<const void*>(b);
  return cuda::copy_bytes(canonical_form(problem), kHalf, operands, plan_of(problem.shape));
}

}  // namespace

TEST_CASE("Regions of one kernel and split are one launch; others are beside it", "[cuda]") {
  const GemmShape shape{200, 96, 128};
  Plan plan = plan_of(shape);
  plan.add({{0, 128}, {0, 96}, {0, 128}}, 0);
  plan.add({{128, 200}, {0, 32}, {0, 128}}, 1);
  plan.add({{128, 200}, {32, 96}, {0, 128}}, 0);

  const cuda::LaunchPlan launches = cuda::launches_of(plan, library(), canonical_form(problem_of(shape)));

  REQUIRE(launches.lists.size() == 2);
  REQUIRE(launches.lists[0].size() == 1);
  const cuda::Launch& shared = launches.lists[0].front();
  CHECK(shared.kernel == 0);
  CHECK(shared.blocks == 2 * 3 + 2 * 2);
  CHECK(shared.arguments.grid.regions == 2);
  CHECK(shared.arguments.grid.region[1].first_block == 6);
  CHECK(shared.arguments.parts.steps == 4);
  CHECK(launches.lists[1].front().kernel == 1);
  CHECK(launches.lists[1].front().blocks == 5 * 2);
  CHECK(launches.partial_floats == 0);
}

TEST_CASE("Parts of k are added up after them, in memory of their own", "[cuda]") {
  const GemmShape shape{64, 64, 320, 2};
  Plan plan = plan_of(shape);
  plan.add({{0, 64}, {0, 32}, {0, 320}, {0, 2}}, 0, 3);
  plan.add({{0, 64}, {32, 64}, {0, 320}, {0, 2}}, 1, 2);

  const cuda::LaunchPlan launches = cuda::launches_of(plan, library(), canonical_form(problem_of(shape)));

  REQUIRE(launches.lists.size() == 2);
  REQUIRE(launches.lists[0].size() == 2);
  CHECK(launches.lists[0][0].blocks == 1 * 3 * 2);
  CHECK(launches.lists[0][0].arguments.parts.steps == 4);
  CHECK(launches.lists[0][1].kernel == cuda::kReduction);
  CHECK(launches.lists[0][1].blocks == 64 * 32 * 2 / 256);
  CHECK(launches.lists[1][0].partial == 3 * 2 * 64 * 64);
  CHECK(launches.partial_floats == (3 + 2) * 2 * 64 * 64);
}

TEST_CASE("More blocks than a grid holds are several launches", "[cuda]") {
  const GemmShape shape{std::int64_t{1} << 24, 256, 32, 65536};
  Plan plan = plan_of(shape);
  plan.add({{0, shape.m}, {0, 256}, {0, 32}, {0, 65536}}, 0);

  const cuda::LaunchPlan launches = cuda::launches_of(plan, library(), canonical_form(problem_of(shape)));

  REQUIRE(launches.lists.size() == 1);
  const cuda::LaunchList& list = launches.lists[0];
  const std::int64_t blocks = (shape.m / 64) * 8 * 65536;
  REQUIRE(std::ssize(list) == ceil_div(blocks, cuda::kMostBlocks));
  CHECK(list[1].arguments.grid.first_block == cuda::kMostBlocks);
  CHECK(list.back().arguments.grid.first_block + list.back().blocks == blocks);
}

TEST_CASE("Copies are as wide as addresses and lines allow", "[cuda]") {
  CHECK(copies(problem_of({64, 64, 64})) == 16);
  CHECK(copies(problem_of({64, 64, 84})) == 8);  // lines of 168 bytes
  CHECK(copies(problem_of({64, 64, 35})) == 2);  // 70 bytes
  CHECK(copies(problem_of({64, 66, 64})) == 4);  // B's lines: 132 bytes
  CHECK(copies(problem_of({64, 64, 64}), 258) == 2);
  CHECK(copies(problem_of({64, 64, 64}), 256, 264) == 8);
  GemmProblem batched = problem_of({64, 64, 64, 3});
  batched.a.batch_stride = 64 * 64 + 2;
  CHECK(copies(batched) == 4);
  batched.a.batch_stride = 0;
  CHECK(copies(batched) == 16);
}

TEST_CASE("Layouts are named as kernels are compiled", "[cuda]") {
  GemmProblem problem = problem_of({64, 48, 32});
  for (const char* layout : {"NN", "NT", "TN", "TT"}) {
    set_transposes(problem, layout);
    CHECK(cuda::layout_of(canonical_form(problem)) == layout);
  }
  set_transposes(problem, "NT");
  problem.d.order = Order::column_major;  // D^T = B^T A^T
  CHECK(cuda::layout_of(canonical_form(problem)) == "NT");
}

TEST_CASE("Plans that no kernel runs are refused with the reason", "[cuda]") {
  Plan plan = plan_of({64, 64, 64});
  plan.add({{0, 64}, {0, 64}, {0, 64}}, 0);
  CHECK(cuda::unsupported(plan).empty());
  plan.allocation = "stream_k/8";
  CHECK_THAT(cuda::unsupported(plan), Contains("Stream-K"));
  Plan halves = plan_of({64, 64, 64});
  halves.add({{0, 64}, {0, 64}, {0, 32}}, 0);
  halves.add({{0, 64}, {0, 64}, {32, 64}}, 0);
  CHECK_THAT(cuda::unsupported(halves), Contains("by parts"));
}

}  // namespace mikpoly::test
