#include "core/base/splitmix64.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/selector.hpp"
#include "core/tuning/tuner.hpp"
#include "sim/simulator.hpp"
#include "tests/core/planner/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

struct Laboratory {
  Accelerator machine = test::machine_with(6);
  KernelLibrary library;
  Laboratory() {
    LibraryKey key;
    key.parameters.n_syn = 8;
    key.parameters.n_mik = 6;
    const KernelLibrary none;
    library = tune(machine, key, sim::Simulator(machine, none)).library;
  }
};

std::vector<GemmShape> some_shapes(int count, std::uint64_t most) {
  SplitMix64 random(21);
  const auto extent = [&] { return 1 + static_cast<std::int64_t>(random.next() % most); };
  std::vector<GemmShape> shapes;
  for (int i = 0; i < count; ++i) shapes.push_back({extent(), extent(), extent()});
  return shapes;
}

}  // namespace

TEST_CASE("the oracle is the judged minimum of I to III, and says that it is exact", "[planner]") {
  const Laboratory lab;
  const sim::Simulator judge(lab.machine, lab.library);
  const auto oracle = selectors().find("oracle")({lab.machine, lab.library, {"I", "II", "III"}, &judge});
  for (const GemmShape& shape : some_shapes(60, 500)) {
    Picoseconds least{std::int64_t{1} << 62};
    for (const char* pattern : {"I", "II", "III"}) {
      test::BruteForce(lab.machine, lab.library, shape).each(pattern, [&](const Plan& plan) {
        least = std::min(least, judge.judge(plan).median);
      });
    }
    const Selection selection = oracle->select(shape);
    INFO(to_text(shape));
    REQUIRE(judge.judge(selection.plan).median == least);
    REQUIRE(selection.gap == 0.0);
  }
}

TEST_CASE("no selector is better than the oracle over its patterns by more than the gap", "[planner]") {
  const Laboratory lab;
  const sim::Simulator judge(lab.machine, lab.library);
  const SelectorContext context{lab.machine, lab.library, parse_pattern_set("all"), &judge};
  const auto oracle = selectors().find("oracle")(context);
  for (const GemmShape& shape : some_shapes(40, 700)) {
    const Selection best = oracle->select(shape);
    const double least = judge.judge(best.plan).median.microseconds();
    for (const std::string& name : selector_names()) {
      if (!in_oracle_space(name)) continue;
      const Plan plan = make_selector(name, context)->select(shape).plan;
      INFO(name << " " << to_text(shape));
      REQUIRE(coverage_fault(plan).empty());
      REQUIRE(pattern_fault(plan).empty());
      REQUIRE(judge.judge(plan).median.microseconds() >= least * (1.0 - best.gap) - 1e-9);
    }
  }
}

namespace {

Picoseconds least_of_all(const Laboratory& lab, const sim::Simulator& judge, const GemmShape& shape) {
  Picoseconds least{std::int64_t{1} << 62};
  for (const std::string& pattern : parse_pattern_set("all")) {
    test::BruteForce(lab.machine, lab.library, shape).each(pattern, [&](const Plan& plan) {
      least = std::min(least, judge.judge(plan).median);
    });
  }
  return least;
}

}  // namespace

// Machines of both kinds; 3 kernels make some hundred thousand candidates a shape.
TEST_CASE("the oracle is the judged minimum of all nine patterns, and says that it is exact", "[planner]") {
  for (const char* policy : {"static", "dynamic", "persistent", "stream_k"}) {
    Laboratory lab;
    lab.machine.dispatch.policy = policy;
    lab.library.kernels.resize(3);
    const sim::Simulator judge(lab.machine, lab.library);
    SelectorContext context{lab.machine, lab.library, parse_pattern_set("all"), &judge};
    context.settings.oracle_budget = 1'000'000'000;
    const auto oracle = make_selector("oracle", context);
    for (const GemmShape& shape : some_shapes(policy == std::string("static") ? 5 : 1, 240)) {
      const Selection selection = oracle->select(shape);
      INFO(policy << " " << to_text(shape));
      REQUIRE(judge.judge(selection.plan).median == least_of_all(lab, judge, shape));
      REQUIRE(selection.gap == 0.0);
    }
  }
}

TEST_CASE("a gap is proven whatever the budget: brute force finds nothing below it", "[planner]") {
  Laboratory lab;
  lab.library.kernels.resize(3);
  const sim::Simulator judge(lab.machine, lab.library);
  for (const GemmShape& shape : some_shapes(3, 260)) {
    const double least = least_of_all(lab, judge, shape).microseconds();
    double gap = 1.0;
    for (const std::int64_t budget : {0, 300, 30'000}) {
      SelectorContext context{lab.machine, lab.library, parse_pattern_set("all"), &judge};
      context.settings.oracle_budget = budget;
      const Selection selection = make_selector("oracle", context)->select(shape);
      const double found = judge.judge(selection.plan).median.microseconds();
      INFO(to_text(shape) << " with " << budget);
      REQUIRE(least >= found * (1.0 - selection.gap) - 1e-6);
      REQUIRE(found >= least);
      CHECK(selection.gap <= gap);
      gap = selection.gap;
    }
  }
}
