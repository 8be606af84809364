// What explain says beside the terms of a cost: the parts of a task's time, and the constants that flip a choice.
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/config/hardware_loader.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/engine/constant_flips.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/region_phases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

namespace mikpoly::lab {
namespace {

struct Explained {
  std::unique_ptr<Workbench> bench;
  Explanation explanation;
};

Explained explained(const std::string& hardware, const GemmShape& shape, const std::vector<std::string>& sets,
                    const std::string& patterns = "all") {
  HardwareFile file = load_hardware(hardware, sets);
  LibraryChoice choice = choose_library(file, types_on(file.accelerator, file.accelerator.rates.front().input), {});
  auto bench = std::make_unique<Workbench>(std::move(file), std::move(choice.library), sim::SimulationOptions{});
  Explanation explanation = explain(*bench, shape, "mikpoly", parse_pattern_set(patterns));
  return {std::move(bench), std::move(explanation)};
}

TEST_CASE("latency is fill and drain and as many steps as the task has", "[explain]") {
  // latency = 7 + 10 t, interval = 10 t; k = 48 is 3 steps of 16: 37 = 7 + 30, and the next task hides 7.
  const KernelLibrary library = test::library_of({{.tile = {16, 16, 16}, .step = 10, .fill = 7}});

  const std::vector<RegionPhases> phases = phases_of(test::whole({.m = 32, .n = 16, .k = 48}), library);

  REQUIRE(phases.size() == 1);
  CHECK(phases[0].tasks == 2);
  CHECK(phases[0].steps == 3);
  CHECK(phases[0].latency == Picoseconds{37});
  CHECK(phases[0].steady == Picoseconds{30});
  CHECK(phases[0].hidden == Picoseconds{7});
}

TEST_CASE("at the value where a choice is said to flip another plan costs less, and half-way it does not",
          "[explain]") {
  const GemmShape shape{.m = 2304, .n = 1024, .k = 4096};
  const Explained base = explained("ascend910a", shape, {});

  const ConstantFlips constants = constant_flips(*base.bench, base.explanation);

  REQUIRE(constants.reason.empty());
  REQUIRE(!constants.flips.empty());
  CHECK(std::ranges::is_sorted(constants.flips, {},
                               [](const ConstantFlip& flip) { return std::abs(std::log(flip.factor)); }));
  // With one engine fewer, 31, region a of the chosen plan needs a second wave for its 32 tasks.
  CHECK(constants.flips.front().path == "pe.count");
  CHECK(constants.flips.front().value == "32");
  CHECK(constants.flips.front().flipped == "31");
  CHECK(base.explanation.rivals[constants.flips.front().rival].chosen_by == "mikpoly with III");
  CHECK(std::ranges::find(constants.holds, "fixed.launch") != constants.holds.end());
  CHECK(std::ranges::find(constants.holds, "pe.count") == constants.holds.end());
}

TEST_CASE("assignments of the command line hold while a constant is moved", "[explain]") {
  const std::vector<std::string> sets{"pe.count=3"};
  const Explained base = explained("toy", {.m = 100, .n = 70, .k = 500}, sets);

  const ConstantFlips constants = constant_flips(*base.bench, base.explanation);

  REQUIRE(!constants.flips.empty());
  CHECK(constants.flips.front().path == "pe.count");
  CHECK(constants.flips.front().value == "3");  // the file says 4
  CHECK(constants.flips.front().flipped == "2");
}

TEST_CASE("measured kernels follow from no constant", "[explain]") {
  const Explained base = explained("cpu-avx2", {.m = 8, .n = 8, .k = 8}, {}, "I");

  CHECK(constant_flips(*base.bench, base.explanation).reason ==
        "the kernels' times were measured and follow from no constant of the file");
}

}  // namespace
}  // namespace mikpoly::lab
