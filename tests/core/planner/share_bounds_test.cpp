#include "core/planner/share_bounds.hpp"

#include <numeric>

#include "core/pattern/pattern.hpp"
#include "core/tuning/tuner.hpp"
#include "sim/simulator.hpp"
#include "tests/core/planner/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

KernelLibrary tuned(const Accelerator& machine) {
  LibraryKey key;
  key.parameters.n_syn = 8;
  key.parameters.n_mik = 5;
  const KernelLibrary none;
  return tune(machine, key, sim::Simulator(machine, none)).library;
}

ShareBounds bounds_of(const sim::Simulator& judge, const GemmShape& shape, Picoseconds end) {
  std::vector<CutLeader> kernels;
  const std::int64_t pes = judge.accelerator().pe.count;
  for (const MicroKernel& kernel : judge.library().kernels) {
    kernels.push_back({kernel.tile.m, kernel.tile.n, pes * kernel.resources.occupancy});
  }
  return {judge, kernels, pes, shape, end};
}

Shares shares_of(const ShareBounds& bounds, const Plan& plan) {
  Shares sum = bounds.once();
  for (const PlannedRegion& planned : plan.regions()) {
    sum += bounds.of(planned.kernel, {planned.region.m, planned.region.n});
  }
  return sum;
}

}  // namespace

// Capacity 3.5: three tasks of share 2/7 fit on a PE and leave 1/7, so that each takes 1/3; two of 3/7 leave as much,
// and 3/7 * 3.5 = 1.5 is (1 + (0.5 - 0.5) / 0.5) / 3.
TEST_CASE("a dual feasible function charges what is left of a PE to the tasks that leave it", "[planner]") {
  CHECK(dual_feasible(1.0, 0.37) == Approx(0.37));
  CHECK(dual_feasible(3.5, 2.0 / 7.0) == Approx(1.0 / 3.0));
  CHECK(dual_feasible(3.5, 3.0 / 7.0) == Approx(1.0 / 3.0));
  CHECK(dual_feasible(3.5, 1.0) == Approx(1.0));
  CHECK(dual_feasible(3.5, 1.0 / 7.0) == Approx(0.0).margin(1e-9));
}

TEST_CASE("shares that add up to at most 1 do so under every dual feasible function", "[planner]") {
  SplitMix64 random(31);
  const auto uniform = [&] { return static_cast<double>(random.next() >> 11) * 0x1.0p-53; };
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<double> shares(1 + random.next() % 9);
    for (double& share : shares) share = uniform();
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    const double capacity = 1.0 + 12.0 * uniform();

    double bounded = 0.0;
    for (const double share : shares) bounded += dual_feasible(capacity, share / std::max(1.0, sum));

    REQUIRE(bounded <= 1.0 + 1e-9);
  }
}

// The bound is sound when it rules out nothing that is faster: every candidate is held against every time that another
// one takes.
TEST_CASE("no plan that ends before a time exceeds the shares for that time", "[planner]") {
  for (const char* policy : {"static", "dynamic", "persistent", "stream_k"}) {
    Accelerator machine = test::machine_with(5);
    machine.dispatch.policy = policy;
    machine.fixed.task_cycles = 60.0;
    machine.memory[0].latency_cycles = 40.0;
    KernelLibrary library = tuned(machine);
    library.kernels.resize(3);
    const sim::Simulator judge(machine, library);
    std::int64_t ruled_out = 0;
    for (const GemmShape& shape : test::random_shapes(17, 12, 260)) {
      std::vector<std::pair<Picoseconds, Plan>> plans;
      for (const char* pattern : {"I", "II", "IV"}) {
        test::BruteForce(machine, library, shape).each(pattern, [&](const Plan& plan) {
          plans.emplace_back(judge.judge(plan).median, plan);
        });
      }
      std::sort(plans.begin(), plans.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const std::size_t at : {plans.size() / 20, plans.size() / 4, plans.size() / 2}) {
        const Picoseconds end = plans[at].first;
        const ShareBounds bounds = bounds_of(judge, shape, end);
        for (const auto& [time, plan] : plans) {
          const bool exceeds = bounds.exceeds(shares_of(bounds, plan));
          ruled_out += exceeds ? 1 : 0;
          INFO(policy << " " << to_text(shape) << " " << to_text(plan, library));
          if (time < end) REQUIRE_FALSE(exceeds);
        }
      }
    }
    CHECK(ruled_out > 0);  // a bound that never rules out says nothing
  }
}

TEST_CASE("the least shares of a node are below those of all its fillings", "[planner]") {
  const Accelerator machine = test::machine_with(5);
  KernelLibrary library = tuned(machine);
  library.kernels.resize(3);
  const sim::Simulator judge(machine, library);
  const GemmShape shape{150, 170, 90};
  ShareBounds bounds = bounds_of(judge, shape, Picoseconds{5'000'000});
  for (const std::string& name : parse_pattern_set("all")) {
    const PolymerizationPattern& pattern = find_pattern(name);
    const Rect whole{{0, shape.m}, {0, shape.n}};
    const Shares least =
        bounds.once() + bounds.least(pattern, pattern.node(pattern.root), whole, ShareBounds::kAnyKernel);
    test::BruteForce(machine, library, shape).each(name, [&](const Plan& plan) {
      const Shares sum = shares_of(bounds, plan);
      for (std::size_t i = 0; i < kShareSums; ++i) REQUIRE(least.sums[i] <= sum.sums[i] * 1.00001F);
    });
  }
}
