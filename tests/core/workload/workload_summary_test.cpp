#include "core/workload/workload_summary.hpp"

#include "core/workload/workload_items.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

Workload three() {
  WorkloadItems items;
  items.add({.m = 3, .n = 2, .k = 5}, "a", {4, 0.5});
  items.add({.m = 0, .n = 2, .k = 5}, "a", {1, 1.0});
  items.add({.m = 3, .n = 2, .k = 5}, "b", {1, 3.0});
  Workload workload;
  workload.items = items.take();
  return workload;
}

}  // namespace

TEST_CASE("Shapes that come again get a number and keep their place", "[workload]") {
  const Workload workload = three();

  CHECK(workload.items[0].id == "3x2x5");
  CHECK(workload.items[1].id == "0x2x5");
  CHECK(workload.items[2].id == "3x2x5#2");
}

// 2 * 3 * 2 * 5 = 60 FLOP, used 4 * 0.5 + 3 = 5 times; the shape without rows has none.
TEST_CASE("A summary counts items, shapes, products and use", "[workload]") {
  const WorkloadSummary summary = summary_of(three());

  CHECK(summary.items == 3);
  CHECK(summary.distinct == 2);
  CHECK(summary.products == 6.0);
  CHECK(summary.use == 6.0);
  CHECK(summary.flop == 300.0);
  REQUIRE(summary.extents.size() == 4);
  CHECK((summary.extents[0].least == 0 && summary.extents[0].most == 3 && summary.extents[0].distinct == 2));
}

TEST_CASE("The histogram of m goes by powers of two", "[workload]") {
  Workload workload;
  for (const std::int64_t m : {0, 1, 2, 3, 4, 7, 8}) {
    workload.items.push_back({.id = "", .group = "", .shape = {.m = m, .n = 1, .k = 1}});
  }

  std::vector<std::vector<std::int64_t>> buckets;
  for (const ExtentBucket& bucket : summary_of(workload).by_m) {
    buckets.push_back({bucket.least, bucket.most, bucket.items});
  }
  CHECK(buckets == std::vector<std::vector<std::int64_t>>{{0, 0, 1}, {1, 1, 1}, {2, 3, 2}, {4, 7, 2}, {8, 15, 1}});
}

}  // namespace mikpoly
