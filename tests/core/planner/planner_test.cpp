#include "core/planner/planner.hpp"

#include <map>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "tests/core/planner/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

const Accelerator kMachine = test::machine_with(6);

// Efficient large tiles, quick small ones, and tiles of one shape that differ in k: as real libraries have them.
const KernelLibrary kLibrary = test::library_of({{{64, 64, 32}, 330, 200},
                                                 {{64, 32, 32}, 180, 150},
                                                 {{32, 64, 16}, 95, 120},
                                                 {{32, 32, 32}, 110, 90},
                                                 {{32, 32, 16}, 50, 140},
                                                 {{16, 48, 16}, 45, 70}});

Picoseconds least_by_brute_force(const CostModel& model, const GemmShape& shape, const std::vector<std::string>& set) {
  return test::least_cost(test::BruteForce(kMachine, kLibrary, shape), model, set);
}

}  // namespace

TEST_CASE("additive models find the true minimum of I to III", "[planner]") {
  for (const char* name : {"mikpoly", "wave", "pipe", "wave-by-pipe", "pipe-throughput"}) {
    const auto model = cost_models().find(name)(kMachine, kLibrary);
    const auto planner = make_planner(name, kMachine, kLibrary, {"I", "II", "III"});
    for (const GemmShape& shape : test::random_shapes(1, 200, 900)) {
      const Plan plan = planner->plan(shape);
      INFO(name << " " << to_text(shape) << " " << to_text(plan, kLibrary));
      REQUIRE(coverage_fault(plan).empty());
      REQUIRE(pattern_fault(plan).empty());
      REQUIRE(plan.predicted == model->cost(plan));
      REQUIRE(plan.predicted == least_by_brute_force(*model, shape, {"I", "II", "III"}));
    }
  }
}

TEST_CASE("the ablations come within 1 % of the minimum of all nine patterns too", "[planner]") {
  const auto all = parse_pattern_set("all");
  for (const char* name : {"wave", "pipe"}) {
    const auto model = cost_models().find(name)(kMachine, kLibrary);
    const auto planner = make_planner(name, kMachine, kLibrary, all);
    for (const GemmShape& shape : test::random_shapes(6, 40, 300)) {
      const Plan plan = planner->plan(shape);
      INFO(name << " " << to_text(shape) << " " << to_text(plan, kLibrary));
      REQUIRE(plan.predicted == model->cost(plan));
      const double least = static_cast<double>(least_by_brute_force(*model, shape, all).count);
      REQUIRE(static_cast<double>(plan.predicted.count) <= 1.01 * least);
    }
  }
}

TEST_CASE("additive models come within 1 % of the minimum of all nine patterns on 200 shapes", "[planner]") {
  const auto all = parse_pattern_set("all");
  const auto model = cost_models().find("mikpoly")(kMachine, kLibrary);
  const auto planner = make_planner("mikpoly", kMachine, kLibrary, all);
  std::map<std::string, int> wins;
  for (const GemmShape& shape : test::random_shapes(2, 200, 400)) {
    const Plan plan = planner->plan(shape);
    ++wins[plan.pattern];
    INFO(to_text(shape) << " " << to_text(plan, kLibrary));
    REQUIRE(coverage_fault(plan).empty());
    REQUIRE(pattern_fault(plan).empty());
    REQUIRE(plan.predicted == model->cost(plan));
    const double least = static_cast<double>(least_by_brute_force(*model, shape, all).count);
    REQUIRE(static_cast<double>(plan.predicted.count) <= 1.01 * least);
  }
  CHECK(wins.size() >= 4);  // the check would be empty if one pattern won everywhere
}

TEST_CASE("makespan finds the true minimum of I to III", "[planner]") {
  for (const char* name : {"makespan", "makespan-bare"}) {
    const auto model = cost_models().find(name)(kMachine, kLibrary);
    const auto planner = make_planner(name, kMachine, kLibrary, {"I", "II", "III"});
    for (const GemmShape& shape : test::random_shapes(3, 200, 900)) {
      const Plan plan = planner->plan(shape);
      INFO(name << " " << to_text(shape) << " " << to_text(plan, kLibrary));
      REQUIRE(coverage_fault(plan).empty());
      REQUIRE(pattern_fault(plan).empty());
      REQUIRE(plan.predicted == model->cost(plan));
      REQUIRE(plan.predicted == least_by_brute_force(*model, shape, {"I", "II", "III"}));
    }
  }
}

// kReranked plans per pattern stand for all of IV to IX; what that loses is measured here.
TEST_CASE("makespan loses at most 5 % of the minimum of all nine patterns by re-ranking", "[planner]") {
  const auto all = parse_pattern_set("all");
  const auto model = cost_models().find("makespan")(kMachine, kLibrary);
  const auto planner = make_planner("makespan", kMachine, kLibrary, all);
  double worst = 1.0;
  for (const GemmShape& shape : test::random_shapes(4, 60, 300)) {
    const Plan plan = planner->plan(shape);
    const double least = static_cast<double>(least_by_brute_force(*model, shape, all).count);
    worst = std::max(worst, static_cast<double>(plan.predicted.count) / least);
  }
  CHECK(worst <= 1.05);
}

TEST_CASE("every plan covers its shape, extents 1 and primes included", "[planner]") {
  for (const char* name : {"mikpoly", "wave", "pipe", "makespan", "makespan-bare"}) {
    const auto planner = make_planner(name, kMachine, kLibrary, parse_pattern_set("all"));
    for (const std::int64_t m : {1, 2, 31, 97, 1021}) {
      for (const std::int64_t n : {1, 17, 509}) {
        for (const std::int64_t k : {0, 1, 13, 4999}) {
          const Plan plan = planner->plan({m, n, k});
          INFO(name << " " << m << "x" << n << "x" << k);
          CHECK(plan.region_count > 0);
          CHECK(coverage_fault(plan).empty());
          CHECK(pattern_fault(plan).empty());
        }
      }
    }
  }
}

// Cases of empty batches, rows and columns: every combination of 0, 1, 2 plans; where there is no output, nothing to
// run.
TEST_CASE("empty shapes have an empty plan", "[planner]") {
  for (const char* name : {"mikpoly", "makespan"}) {
    const auto planner = make_planner(name, kMachine, kLibrary, {"I", "II"});
    for (std::int64_t code = 0; code < 81; ++code) {
      const GemmShape shape{code % 3, code / 3 % 3, code / 9 % 3, code / 27};
      const Plan plan = planner->plan(shape);
      CHECK((plan.region_count == 0) == shape.empty());
      CHECK(coverage_fault(plan).empty());
      CHECK(pattern_fault(plan).empty());
    }
  }
}

TEST_CASE("the largest legal extents plan without overflow, or are refused as endless", "[planner]") {
  const std::int64_t large = std::int64_t{1} << 20;
  for (const char* name : {"mikpoly", "wave", "wave-by-pipe", "makespan"}) {
    for (const char* set : {"all", "IV"}) {
      const auto planner = make_planner(name, kMachine, kLibrary, parse_pattern_set(set));
      for (const GemmShape& shape : {GemmShape{kMaxExtent, 1, 1}, GemmShape{1, kMaxExtent, 5},
                                     GemmShape{46341, 46341, 64}, GemmShape{16777216, 16777216, 16777216},
                                     GemmShape{1, 1, kMaxExtent}, GemmShape{large, large, large, large}}) {
        INFO(name << " " << set << " " << to_text(shape));
        try {
          const Plan plan = planner->plan(shape);
          CHECK(coverage_fault(plan).empty());
          CHECK(pattern_fault(plan).empty());
          CHECK(plan.predicted.count > 0);
        } catch (const ShapeError& refused) {
          CHECK(shape.macs() > 1e20);
          CHECK_THAT(refused.what(), Contains("takes longer than 13 days (2^60 ps) on small"));
        }
      }
    }
  }
}

// The definition's split positions against every multiple of the granule, for pattern II: what the positions lose.
TEST_CASE("any-granule splits would gain 4 % at most in the mean on tiny shapes", "[planner]") {
  const auto model = cost_models().find("makespan-bare")(kMachine, kLibrary);
  const auto planner = make_planner("makespan-bare", kMachine, kLibrary, {"I", "II"});
  double sum = 0.0;
  const auto shapes = test::random_shapes(8, 60, 300);
  for (const GemmShape& shape : shapes) {
    Picoseconds least = planner->plan(shape).predicted;
    const Picoseconds found = least;
    for (std::int64_t cut = 16; cut < shape.m; cut += 16) {
      for (std::int64_t first = 0; first < std::ssize(kLibrary.kernels); ++first) {
        for (std::int64_t second = 0; second < std::ssize(kLibrary.kernels); ++second) {
          Plan plan;
          plan.shape = shape;
          plan.add({{0, cut}, {0, shape.n}, {0, shape.k}, {0, shape.batch}}, first);
          plan.add({{cut, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}}, second);
          least = std::min(least, model->cost(plan));
        }
      }
    }
    sum += static_cast<double>(found.count) / static_cast<double>(least.count);
  }
  const double mean = sum / static_cast<double>(shapes.size());
  INFO("mean loss of the split positions " << mean - 1.0);
  CHECK(mean <= 1.04);
  CHECK(mean >= 1.0);
}

// As the paper describes the ablations: waves alone like large tiles, the task alone small ones.
TEST_CASE("mean tile area of the picks: WAVE >= MIKPOLY >= PIPE", "[planner]") {
  const auto mean_area = [](const char* name) {
    const auto planner = make_planner(name, kMachine, kLibrary, {"I"});
    double sum = 0.0;
    for (const GemmShape& shape : test::random_shapes(5, 300, 1000)) {
      sum += static_cast<double>(
          kLibrary.kernels[static_cast<std::size_t>(planner->plan(shape).regions()[0].kernel)].tile.area());
    }
    return sum;
  };
  CHECK(mean_area("wave") >= mean_area("mikpoly"));
  CHECK(mean_area("mikpoly") >= mean_area("pipe"));
  CHECK(mean_area("wave") > mean_area("pipe"));
}

TEST_CASE("a pattern set without a cut inside the shape falls back to the whole", "[planner]") {
  const auto planner = make_planner("mikpoly", kMachine, kLibrary, {"IX"});
  CHECK(planner->plan({5, 5, 5}).pattern == "I");
}

TEST_CASE("a library without kernels is refused", "[planner]") {
  CHECK_THROWS_WITH(make_planner("mikpoly", kMachine, KernelLibrary{}, {"I"}),
                    "a library of \"0\" kernels cannot be planned with; 1 to 1024 can");
}
