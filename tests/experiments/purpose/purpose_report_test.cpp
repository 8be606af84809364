#include "experiments/purpose/purpose_report.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

namespace mikpoly::lab {
namespace {

const Accelerator kMachine = test::machine_with(4);
constexpr GemmShape kFlat{16, 640, 256};
constexpr GemmShape kTall{640, 16, 256};

// The workload is flat, the general set has a tall tile alone.
PurposeTuning flat_tuning() {
  PurposeTuning tuning{
      .purpose = {.key = {.name = "flat", .hash = "f"}, .shapes = {{kFlat, 0.75}, {{16, 64, 64}, 0.25}}}};
  tuning.chosen = test::library_of({{{16, 64, 16}, 100'000}});
  tuning.general = test::library_of({{{64, 16, 16}, 100'000}});
  return tuning;
}

Purpose outside() {
  return {.key = {.name = "tall", .hash = "t"}, .shapes = {{kTall, 1.0}}};
}

}  // namespace

TEST_CASE("what is gained on the workload and lost outside is told by source and patterns", "[purpose]") {
  const std::vector<JudgedPart> parts = judge_purpose(
      flat_tuning(), {.accelerator = kMachine, .patterns = {"I", "II"}, .simulated = true, .outside = {outside()}});

  REQUIRE(parts.size() == 2);
  CHECK(parts[0].name == "flat");
  CHECK_FALSE(parts[0].outside);
  CHECK(parts[0].weight == Approx(1.0));
  CHECK(parts[1].name == "tall");
  CHECK(parts[1].outside);
  for (const JudgedPart& part : parts) {
    REQUIRE(part.times.size() == 3);
    CHECK(part.times[0].patterns == "I");
    CHECK(part.times[1].patterns == "I+II");
    CHECK(part.times[1].source == TimeSource::predicted);
    CHECK(part.times[2].patterns == "I+II");
    CHECK(part.times[2].source == TimeSource::simulated);
    for (const SetComparison& each : part.times) {
      REQUIRE(each.ratios.size() == part.shapes.size());
      if (each.source == TimeSource::predicted) CHECK((part.outside ? each.gain() < 0.0 : each.gain() > 0.0));
    }
    CHECK(part.times[2].general_us != part.times[1].general_us);
  }
}

TEST_CASE("without a simulator there are predicted times alone", "[purpose]") {
  const std::vector<JudgedPart> parts =
      judge_purpose(flat_tuning(), {.accelerator = kMachine, .patterns = {"I"}, .outside = {outside()}});
  REQUIRE(parts.size() == 2);
  for (const JudgedPart& part : parts) {
    REQUIRE(part.times.size() == 2);
    for (const SetComparison& each : part.times) CHECK(each.source == TimeSource::predicted);
  }
}

TEST_CASE("each half is judged with the kernels that the other chose", "[purpose]") {
  PurposeTuning tuning = flat_tuning();
  tuning.halves = {1, 0};
  tuning.of_half = {tuning.chosen, tuning.general};

  const std::vector<JudgedPart> parts = judge_purpose(tuning, {.accelerator = kMachine, .patterns = {"I"}});

  REQUIRE(parts.size() == 3);
  CHECK(parts[1].name == "half 1, chosen for half 0");
  CHECK(parts[1].weight == 0.75);
  CHECK(parts[1].shapes == std::vector<WeightedShape>{{kFlat, 0.75}});
  CHECK(parts[1].times[0].gain() > 0.0);
  CHECK(parts[2].shapes == std::vector<WeightedShape>{{{16, 64, 64}, 0.25}});
  CHECK(parts[2].times[0].gain() == 0.0);
}

TEST_CASE("a workload is not outside of itself", "[purpose]") {
  Purpose same = outside();
  same.key.hash = "f";
  CHECK(judge_purpose(flat_tuning(), {.accelerator = kMachine, .patterns = {"I"}, .outside = {same}}).size() == 1);
}

TEST_CASE("the shipped workloads that stand for others can be read", "[purpose]") {
  const std::vector<Purpose> all = outside_workloads();
  REQUIRE(all.size() == 2);
  CHECK(all[0].key.name == "log-uniform-500");
  CHECK(all[1].key.name == "deepbench");
}

TEST_CASE("enough kernels are the first ones within the excess", "[purpose]") {
  CHECK(enough(std::vector<double>{1.5, 1.01, 1.0}, 0.01) == 2);
  CHECK(enough(std::vector<double>{1.0}, 0.01) == 1);
  CHECK(enough(std::vector<double>{1.5, 1.02}, 0.01) == 0);
  CHECK(enough({}, 0.01) == 0);
}

}  // namespace mikpoly::lab
