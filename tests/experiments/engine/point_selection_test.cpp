#include "experiments/engine/point_selection.hpp"

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "experiments/engine/selection_yaml.hpp"
#include "experiments/engine/study.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

WorkloadItem item(std::int64_t m, std::int64_t n, const std::string& group) {
  const GemmShape shape{.m = m, .n = n, .k = 64};
  return {.id = to_text(shape), .group = group, .shape = shape};
}

// Two machines, and m = 1..8 twice: in decode with n 16, in prefill with n 32.
const std::vector<Workload>& two_workloads() {
  static const std::vector<Workload> workloads = [] {
    std::vector<Workload> made{{.name = "small"}, {.name = "large"}};
    for (std::int64_t m = 1; m <= 8; ++m) {
      made[0].items.push_back(item(m, 16, "decode"));
      made[1].items.push_back(item(m, 32, "prefill"));
    }
    return made;
  }();
  return workloads;
}

std::vector<PointPlace> selected(const PointSelection& selection, std::uint64_t seed = 1) {
  return select_points(selection, seed, {.hardware = {"toy", "fast"}, .workloads = &two_workloads()});
}

// m of each shape that runs on machine 0, workload after workload.
std::vector<std::int64_t> extents_m(const std::vector<PointPlace>& points) {
  std::vector<std::int64_t> extents;
  for (const PointPlace& place : points) {
    if (place.hardware == 0) extents.push_back(place.item + 1);
  }
  return extents;
}

using Extents = std::vector<std::int64_t>;

PointSelection selection_of(const std::string& keys) {
  const TemporaryFolder folder;
  return load_experiment(folder.write("e.yaml",
                                      "schema: experiment/v1\nname: e\nhardware: toy\nworkload: deepbench\n"
                                      "selectors: mikpoly\npatterns: [I]\n" +
                                          keys),
                         {})
      .space.selection;
}

std::string fault_of(const std::string& keys) {
  try {
    static_cast<void>(selection_of(keys));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Without filters every shape runs on every machine", "[selection]") {
  const std::vector<PointPlace> points = selected({});

  CHECK(points.size() == 2 * 16);
  CHECK(std::ranges::is_sorted(points));
}

TEST_CASE("A point is included by any map of which everything fits", "[selection]") {
  const PointSelection selection = selection_of("include:\n  - {m: [2, 5..8:2], n: 16}\n  - {shape: 3x32x64}\n");

  CHECK(extents_m(selected(selection)) == Extents{2, 5, 7, 3});
}

TEST_CASE("What an exclusion names is not run, on the machine that it names", "[selection]") {
  const PointSelection selection =
      selection_of("exclude:\n  - {group: prefill}\n  - {hardware: fast, m: 2..8}\n  - {m: 4..5, k: 64, batch: 1}\n");
  const std::vector<PointPlace> points = selected(selection);

  CHECK(extents_m(points) == Extents{1, 2, 3, 6, 7, 8});
  CHECK(points.back() == PointPlace{.hardware = 1, .workload = 0, .item = 0});
  CHECK(points.size() == 7);
}

TEST_CASE("A sample takes so many different shapes, the same on all machines and at every call", "[selection]") {
  const PointSelection selection = selection_of("sample: {count: 5, seed: 3}\n");
  const std::vector<PointPlace> points = selected(selection);

  REQUIRE(points.size() == 2 * 5);
  CHECK(std::set<PointPlace>(points.begin(), points.end()).size() == 10);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(points[i].workload == points[i + 5].workload);
    CHECK(points[i].item == points[i + 5].item);
  }
  CHECK(points == selected(selection, 99));
  CHECK(points != selected(selection_of("sample: {count: 5, seed: 4}\n")));
  CHECK(selected(selection_of("sample: {count: 5}\n"), 3) == points);
  CHECK(selected(selection_of("sample: {count: 500}\n")) == selected({}));
}

// Of 16 shapes each is in a sample of 4 with probability 1/4: 500 of 2000 samples, with a deviation of 19.
TEST_CASE("Every shape is drawn equally often", "[selection]") {
  std::vector<int> drawn(16, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::vector<PointPlace> points = selected({.sample = ShapeSample{.count = 4, .seed = seed}});
    REQUIRE(points.size() == 8);
    for (std::size_t i = 0; i < 4; ++i) ++drawn[static_cast<std::size_t>(8 * points[i].workload + points[i].item)];
  }

  for (const int count : drawn) {
    CHECK(count > 400);
    CHECK(count < 600);
  }
}

TEST_CASE("A limit takes shapes of each workload, evenly, of those that are left", "[selection]") {
  CHECK(extents_m(selected(selection_of("include: [{m: 3..8}]\nlimit: 3\n"))) == Extents{3, 5, 7, 3, 5, 7});
}

TEST_CASE("A selection without a point says which filter took the last", "[selection]") {
  CHECK_THROWS_WITH(selected(selection_of("include: [{m: 100}, {n: 32, group: decode}]\n")),
                    "include keeps none of the 32 points: none fits {m: [100]} or {n: [32], group: [decode]}");
  CHECK_THROWS_WITH(selected(selection_of("exclude: [{n: 16}, {m: 9}, {m: 1..8:1}, {k: 64}]\n")),
                    "exclude[2] leaves no point: the last 16 fit {m: [1..8]}");
}

TEST_CASE("A name that the experiment does not have is refused in a filter", "[selection]") {
  CHECK_THROWS_WITH(selected(selection_of("exclude: [{m: 1}, {hardware: fats}]\n")),
                    "exclude[1]: hardware \"fats\" is not in this experiment; did you mean \"fast\"? known: toy, fast");
  CHECK_THROWS_WITH(selected(selection_of("include: [{workload: [small, huge]}]\n")),
                    "include[0]: workload \"huge\" is not in this experiment; known: small, large");
  CHECK_THROWS_WITH(selected(selection_of("include: [{group: decod}]\n")), Contains("did you mean \"decode\"?"));
}

TEST_CASE("Faults of filters come in one pass with their places", "[selection]") {
  const std::string fault = fault_of(
      "include:\n  - {m: 4..1}\n  - {mm: 1}\n  - {shape: 3x4}\n  - {}\nexclude: {m: 3}\nsample: {count: 0, sed: 1}\n");

  CHECK_THAT(fault, Contains(":8:9: include[0].m: \"4..1\" is not an extent such as \"105\", \"1..4096\" or "));
  CHECK_THAT(fault, Contains(":9:6: include[1].mm: unknown key; did you mean \"m\"?"));
  CHECK_THAT(fault, Contains(":10:13: include[2].shape: "));
  CHECK_THAT(fault, Contains(":11:5: include[3]: the map is empty; it would fit every point"));
  CHECK_THAT(fault, Contains(":12:10: exclude: "));
  CHECK_THAT(fault, Contains("sample.count: "));
  CHECK_THAT(fault, Contains("sample.sed: unknown key; did you mean \"seed\"?"));
}

// To include nothing, and to exclude it, would both run every point.
TEST_CASE("Filters that name nothing are refused", "[selection]") {
  CHECK_THAT(fault_of("include: []\n"),
             Contains(":7:10: include: the list is empty; leave the key out to include all"));
  CHECK_THAT(fault_of("exclude: []\n"),
             Contains(":7:10: exclude: the list is empty; leave the key out to exclude none"));
  CHECK_THAT(fault_of("exclude: [{shape: \"\"}]\n"), Contains(":7:19: exclude[0].shape: GEMM shape \"\""));
}

TEST_CASE("Filters are part of the hash, and the resolved form reads back as the same", "[selection]") {
  const std::string keys =
      "include:\n  - {m: [1, 8..64:8], batch: 1, group: \"no\"}\nexclude: [{shape: 2x3x4x5, hardware: toy}]\n"
      "sample: {count: 3}\n";
  const std::string text = to_yaml(selection_of(keys), 7);

  CHECK(text ==
        "include:\n  - {m: [1, 8..64:8], batch: [1], group: [\"no\"]}\n"
        "exclude:\n  - {shape: [2x3x4x5], hardware: [toy]}\nsample: {count: 3, seed: 7}\n");
  CHECK(to_yaml(selection_of(text), 1) == text);

  const auto study_with = [](const std::vector<std::string>& sets) {
    return prepare(load_experiment("quickstart", sets));
  };
  const Study few = study_with({"sample={count: 3}"});
  CHECK(few.hash != study_with({}).hash);
  CHECK(few.hash != study_with({"sample={count: 3, seed: 2}"}).hash);
  CHECK(point_count(few) == 3 * std::ssize(few.hardware));
}

}  // namespace mikpoly::lab
