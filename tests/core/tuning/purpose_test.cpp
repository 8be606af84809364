#include "core/tuning/purpose.hpp"

#include <limits>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

WorkloadItem item(const GemmShape& shape, std::int64_t count = 1, double weight = 1.0) {
  return {.id = to_text(shape), .group = "", .shape = shape, .count = count, .weight = weight};
}

/// m = 1..count, the first with the weight `first`, the others with 1.
Workload tall_shapes(std::int64_t count, double first = 1.0) {
  Workload workload{.name = "tall", .source = "", .items = {}};
  for (std::int64_t m = 1; m <= count; ++m) workload.items.push_back(item({m, 8, 8}, 1, m == 1 ? first : 1.0));
  return workload;
}

}  // namespace

// 3 + 2 * 0.5 = 4 of 8 for the first shape, 4 * 1 of 8 for the second.
TEST_CASE("a shape's weight is count times weight of all items that have it, as a share", "[tuning]") {
  const Workload workload{
      .name = "w", .source = "", .items = {item({8, 8, 8}, 3), item({1, 8, 8}, 4), item({8, 8, 8}, 2, 0.5)}};

  const Purpose purpose = purpose_of(workload, 0.25);

  CHECK(purpose.shapes == std::vector<WeightedShape>{{{1, 8, 8}, 0.5}, {{8, 8, 8}, 0.5}});
  CHECK(purpose.items == 3);
  CHECK(purpose.distinct == 2);
  CHECK(purpose.left_out == 0);
  CHECK(purpose.key.name == "w");
  CHECK(purpose.key.general_share == 0.25);
}

TEST_CASE("batches are shapes of their own", "[tuning]") {
  const Workload workload{.name = "w", .source = "", .items = {item({8, 8, 8}), item({8, 8, 8, 3})}};
  CHECK(purpose_of(workload, 0.0).shapes.size() == 2);
}

TEST_CASE("items without a product or without weight are left out and counted", "[tuning]") {
  const Workload workload{.name = "w",
                          .source = "",
                          .items = {item({0, 8, 8}), item({8, 8, 0}), item({8, 8, 8, 0}), item({8, 8, 8}, 1, 0.0),
                                    item({4, 4, 4}, 1, 2.0)}};

  const Purpose purpose = purpose_of(workload, 0.0);

  CHECK(purpose.shapes == std::vector<WeightedShape>{{{4, 4, 4}, 1.0}});
  CHECK(purpose.left_out == 4);
  CHECK(purpose.distinct == 1);
}

TEST_CASE("the hash tells shapes and weights, not their order or how they are counted", "[tuning]") {
  const auto hash = [](std::vector<WorkloadItem> items) {
    return purpose_of({.name = "w", .source = "", .items = std::move(items)}, 0.0).key.hash;
  };
  const std::string two = hash({item({8, 8, 8}), item({4, 4, 4}, 2)});
  CHECK(hash({item({4, 4, 4}), item({8, 8, 8}), item({4, 4, 4})}) == two);
  CHECK(hash({item({4, 4, 4}, 1, 2.0), item({8, 8, 8}), item({0, 1, 1})}) == two);
  CHECK(hash({item({8, 8, 8}), item({4, 4, 4}, 3)}) != two);
  CHECK(hash({item({8, 8, 8}), item({4, 4, 5}, 2)}) != two);
}

// Twice as many shapes as are kept, all alike: every second one, at the middle of two; each stands for two.
TEST_CASE("of too many shapes evenly spread ones stand for all", "[tuning]") {
  const Purpose purpose = purpose_of(tall_shapes(2 * kMostPurposeShapes), 0.0);

  REQUIRE(std::ssize(purpose.shapes) == kMostPurposeShapes);
  CHECK(purpose.distinct == 2 * kMostPurposeShapes);
  for (std::size_t i = 0; i < purpose.shapes.size(); ++i) {
    const auto m = static_cast<std::int64_t>(2 * i + 2);
    if (purpose.shapes[i].shape.m != m) FAIL("shape " << i << " has m = " << purpose.shapes[i].shape.m);
    if (purpose.shapes[i].weight != 1.0 / static_cast<double>(kMostPurposeShapes)) FAIL("weight of shape " << i);
  }
}

// The first of 4096 shapes weighs as much as the 4095 others: half of the parts are its own.
TEST_CASE("a heavy shape stands for itself alone, with its weight", "[tuning]") {
  const Purpose purpose = purpose_of(tall_shapes(4096, 4095.0), 0.0);

  CHECK(purpose.shapes.front() == WeightedShape{{1, 8, 8}, 0.5});
  CHECK(std::ssize(purpose.shapes) == kMostPurposeShapes / 2 + 1);
  double sum = 0.0;
  for (const WeightedShape& each : purpose.shapes) sum += each.weight;
  CHECK(sum == Approx(1.0));
}

TEST_CASE("as many shapes as are kept are all kept", "[tuning]") {
  const Purpose purpose = purpose_of(tall_shapes(kMostPurposeShapes, 1e6), 0.0);
  CHECK(std::ssize(purpose.shapes) == kMostPurposeShapes);
}

TEST_CASE("a workload without weight cannot be chosen for", "[tuning]") {
  CHECK_THROWS_WITH(purpose_of({.name = "w", .source = "", .items = {item({8, 8, 8}, 1, 0.0), item({8, 0, 8})}}, 0.0),
                    "workload \"w\" has no weight to choose kernels by: 2 of its 2 items have an extent or a count "
                    "times weight of 0; at least one needs both");
  CHECK_THROWS_AS(purpose_of({.name = "w", .source = "", .items = {}}, 0.0), ConfigError);
}

TEST_CASE("a weight that is negative or no number is refused with its item", "[tuning]") {
  CHECK_THROWS_WITH(purpose_of({.name = "w", .source = "", .items = {item({8, 4, 2}, 1, -1.0)}}, 0.0),
                    "workload \"w\": the weight \"-1\" of \"8x4x2\" is not a number of at least 0");
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(purpose_of({.name = "w", .source = "", .items = {item({8, 4, 2}, 1, infinite)}}, 0.0), ConfigError);
  CHECK_THROWS_AS(purpose_of({.name = "w", .source = "", .items = {item({8, 4, 2}, 1, std::nan(""))}}, 0.0),
                  ConfigError);
}

TEST_CASE("weights whose sum is no number are refused", "[tuning]") {
  const Workload workload{.name = "w", .source = "", .items = {item({8, 4, 2}, 1, 1e308), item({8, 4, 4}, 1, 1e308)}};
  CHECK_THROWS_WITH(purpose_of(workload, 0.0), "workload \"w\": the sum of its weights is no finite number");
}

TEST_CASE("a share of the synthetic shapes below 0, or of all, is refused", "[tuning]") {
  CHECK_THROWS_WITH(purpose_of(tall_shapes(1), 1.0),
                    "the share \"1\" of the synthetic shapes is not at least 0 and below 1");
  CHECK_THROWS_AS(purpose_of(tall_shapes(1), -0.1), ConfigError);
  CHECK_THROWS_AS(purpose_of(tall_shapes(1), std::nan("")), ConfigError);
}
