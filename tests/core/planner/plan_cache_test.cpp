#include "core/planner/plan_cache.hpp"

#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

Plan plan_for(const GemmShape& shape) {
  Plan plan;
  plan.shape = shape;
  plan.predicted = {shape.m + shape.n};
  return plan;
}

}  // namespace

TEST_CASE("a cached plan is found by all four extents", "[planner]") {
  PlanCache cache;
  cache.insert({1, 2, 3, 4}, plan_for({1, 2, 3, 4}));

  REQUIRE(cache.find({1, 2, 3, 4}) != nullptr);
  CHECK(cache.find({1, 2, 3, 4})->predicted == Picoseconds{3});
  CHECK(cache.find({2, 1, 3, 4}) == nullptr);
  CHECK(cache.find({1, 2, 3, 5}) == nullptr);
}

TEST_CASE("inserting a shape again replaces its plan", "[planner]") {
  PlanCache cache;
  cache.insert({1, 2, 3}, plan_for({1, 2, 3}));
  Plan other = plan_for({1, 2, 3});
  other.predicted = {99};
  cache.insert({1, 2, 3}, other);

  CHECK(cache.size() == 1);
  CHECK(cache.counts().evictions == 0);
  CHECK(cache.find({1, 2, 3})->predicted == Picoseconds{99});
}

TEST_CASE("the cache never grows past its capacity and never answers for another shape", "[planner]") {
  PlanCache cache(64);
  for (std::int64_t m = 1; m <= 1000; ++m) {
    cache.insert({m, 3 * m, 7}, plan_for({m, 3 * m, 7}));
    REQUIRE(cache.size() <= 64);
    REQUIRE(cache.find({m, 3 * m, 7}) != nullptr);
    for (std::int64_t seen = std::max<std::int64_t>(1, m - 50); seen <= m; ++seen) {
      const Plan* plan = cache.find({seen, 3 * seen, 7});
      if (plan != nullptr) REQUIRE(plan->shape.m == seen);
    }
  }
}

// Cases of packed batches: a new number of tokens in every step.
TEST_CASE("a stream of a million shapes counts what was asked and keeps the memory it began with", "[planner]") {
  PlanCache cache(1024);
  const std::int64_t bytes = cache.counts().bytes;
  CHECK(bytes >= std::int64_t{1024} * static_cast<std::int64_t>(sizeof(Plan)));

  for (std::int64_t m = 1; m <= 1'000'000; ++m) {
    const GemmShape shape{m, 4096, 1024};
    if (cache.find(shape) == nullptr) cache.insert(shape, plan_for(shape));
    if (m % 100 == 0) REQUIRE(cache.find(shape) != nullptr);
  }

  const PlanCacheCounts counts = cache.counts();
  CHECK(counts.misses == 1'000'000);
  CHECK(counts.hits == 10'000);
  CHECK(counts.plans <= 1024);
  CHECK(counts.plans + counts.evictions == 1'000'000);  // every plan made is held, or gave way
  CHECK(counts.bytes == bytes);
}
