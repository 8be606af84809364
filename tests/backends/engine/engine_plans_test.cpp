// Plans that are given: every pattern, and k split among regions.
#include <cstring>

#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "core/pattern/pattern.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

/// A plan of the pattern with every cut at two fifths and a kernel of its own for each region.
class CutPlan {
 public:
  CutPlan(const PolymerizationPattern& pattern, const GemmShape& shape, std::int64_t kernels)
      : pattern_(pattern), kernels_(kernels) {
    plan_.shape = shape;
    plan_.pattern = pattern.name;
    cut(pattern.root, {.m = {0, shape.m}, .n = {0, shape.n}, .k = {0, shape.k}, .batch = {0, shape.batch}});
  }
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  void cut(std::int64_t index, const Region& region) {
    const PatternNode& node = pattern_.node(index);
    if (node.cut == Cut::none) return plan_.add(region, plan_.region_count * 7 % kernels_);
    Region first = region;
    Region second = region;
    Range& end = node.cut == Cut::rows ? first.m : first.n;
    Range& begin = node.cut == Cut::rows ? second.m : second.n;
    end.end = begin.begin = end.begin + end.size() * 2 / 5;
    cut(node.first, first);
    cut(node.second, second);
  }

  const PolymerizationPattern& pattern_;
  std::int64_t kernels_;
  Plan plan_;
};

std::int64_t kernel_count(const KernelLibrary& library) {
  return static_cast<std::int64_t>(library.kernels.size());
}

/// Regions one after the other along k, cut at these places.
Plan split_plan(const GemmShape& shape, const std::vector<std::int64_t>& cuts, std::int64_t kernels) {
  Plan plan;
  plan.shape = shape;
  plan.pattern = "I";
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const auto kernel = static_cast<std::int64_t>(i) % kernels;
    plan.add({.m = {0, shape.m}, .n = {0, shape.n}, .k = {cuts[i], cuts[i + 1]}, .batch = {0, shape.batch}}, kernel);
  }
  return plan;
}

}  // namespace

TEST_CASE("a row of tiles is exact with every kernel, whoever runs how many of its tasks at once", "[engine]") {
  for (const std::int64_t threads : {1, 2, 3}) {
    Engine engine({.threads = threads});
    for (const GemmShape& shape : {GemmShape{4, 1201, 300}, {3, 5000, 7}, {2, 70, 2600}, {1, 70000, 9}}) {
      IntegerProduct product(problem_of(shape));
      const std::int64_t kernels = kernel_count(engine.library_for(product.problem()));
      for (std::int64_t kernel = 0; kernel < kernels; ++kernel) {
        INFO(to_text(shape) << " with kernel " << kernel << " on " << threads << " threads");
        Plan plan;
        plan.shape = shape;
        plan.pattern = "I";
        plan.add({.m = {0, shape.m}, .n = {0, shape.n}, .k = {0, shape.k}, .batch = {0, 1}}, kernel);
        engine.run_plan(product.problem(), plan, product.operands());
        CHECK(product.wrong() == 0);
      }
    }
  }
}

TEST_CASE("a plan of every pattern, read from its text, is exact", "[engine]") {
  for (const std::int64_t threads : {1, 2}) {
    Engine engine({.threads = threads});
    for (const bool b_transposed : {false, true}) {
      IntegerProduct product(problem_of({131, 211, 90}, b_transposed));
      const KernelLibrary& library = engine.library_for(product.problem());
      for (const PolymerizationPattern& pattern : patterns()) {
        const CutPlan cut(pattern, product.problem().shape, kernel_count(library));
        const std::string text = to_text(cut.plan(), library);
        INFO(text);
        const Plan plan = parse_plan(text, product.problem().shape, library);
        CHECK(pattern_fault(plan).empty());
        engine.run_plan(product.problem(), plan, product.operands());
        CHECK(product.wrong() == 0);
      }
    }
  }
}

TEST_CASE("regions that split k are added up, with alpha, beta and bias applied once", "[engine]") {
  Engine engine({.threads = 2});
  const GemmShape shape{33, 65, 700};
  IntegerProduct product(problem_of(shape));
  const KernelLibrary& library = engine.library_for(product.problem());
  for (const auto& cuts :
       {std::vector<std::int64_t>{0, 1, 700}, {0, 300, 700}, {0, 16, 17, 350, 699, 700}, {0, 128, 256, 512, 700}}) {
    Plan plan = split_plan(shape, cuts, kernel_count(library));
    INFO(to_text(plan, library));
    CHECK(pattern_fault(plan).empty());
    GemmOperands operands = product.operands();
    operands.alpha = -2.0;
    engine.run_plan(product.problem(), parse_plan(to_text(plan, library), shape, library), operands);
    CHECK(product.wrong(-2.0) == 0);
  }
  // beta * C + alpha * A * B with C = A * B: 3 A B - 2 A B.
  engine.run(product.problem(), product.operands());
  GemmOperands operands = product.operands();
  operands.alpha = -2.0;
  operands.beta = 3.0;
  engine.run_plan(product.problem(), split_plan(shape, {0, 300, 700}, 1), operands);
  CHECK(product.wrong() == 0);
}

TEST_CASE("k may be split in some rows only", "[engine]") {
  Engine engine({.threads = 2});
  const GemmShape shape{50, 70, 600};
  IntegerProduct product(problem_of(shape));
  Plan plan;
  plan.shape = shape;
  plan.pattern = "II";
  plan.add({.m = {0, 20}, .n = {0, 70}, .k = {0, 600}}, 0);
  plan.add({.m = {20, 50}, .n = {0, 70}, .k = {250, 600}}, 1);
  plan.add({.m = {20, 50}, .n = {0, 70}, .k = {0, 250}}, 2);
  engine.run_plan(product.problem(), plan, product.operands());
  CHECK(product.wrong() == 0);
}

TEST_CASE("a split product has the same bits each time", "[engine]") {
  Engine engine({.threads = 2});
  const GemmShape shape{17, 40, 5000};
  const GemmProblem problem = problem_of(shape);
  SplitMix64 random(1);
  std::vector<float> a(static_cast<std::size_t>(shape.m * shape.k));
  std::vector<float> b(static_cast<std::size_t>(shape.k * shape.n));
  for (std::vector<float>* matrix : {&a, &b}) {
    for (float& value : *matrix) value = static_cast<float>(random.next() >> 40U) * 0x1p-24F;
  }
  const Plan plan = split_plan(shape, {0, 900, 2500, 4999, 5000}, kernel_count(engine.library_for(problem)));
  std::vector<float> first(static_cast<std::size_t>(shape.m * shape.n));
  std::vector<float> again(first.size());
  engine.run_plan(problem, plan, {.a = a.data(), .b = b.data(), .d = first.data()});
  for (int i = 0; i < 20; ++i) {
    engine.run_plan(problem, plan, {.a = a.data(), .b = b.data(), .d = again.data()});
    CHECK(std::memcmp(first.data(), again.data(), first.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("plans of another shape or with holes are refused", "[engine]") {
  Engine engine({.threads = 1});
  IntegerProduct product(problem_of({150, 170, 160}));
  CHECK_THROWS_WITH(engine.run_plan(product.problem(), split_plan({150, 170, 161}, {0, 161}, 1), product.operands()),
                    Contains("150x170x161") && Contains("150x170x160"));
  CHECK_THROWS_AS(engine.run_plan(product.problem(), split_plan({150, 170, 160}, {0, 159}, 1), product.operands()),
                  ShapeError);
  GemmProblem deterministic = product.problem();
  deterministic.deterministic = true;
  CHECK_THROWS_WITH(engine.prepare_plan(deterministic, split_plan({150, 170, 160}, {0, 80, 160}, 1)),
                    Contains("splits k"));
  engine.run_plan(product.problem(), engine.plan_for(product.problem()), product.operands());
  CHECK(product.wrong() == 0);
}

TEST_CASE("small and empty products have plans without regions, others plans that cover them", "[engine]") {
  Engine engine({.threads = 2});
  for (const GemmShape& shape : {GemmShape{0, 5, 5}, GemmShape{5, 0, 5}, GemmShape{5, 5, 0}, GemmShape{500, 500, 0},
                                 GemmShape{500, 500, 500, 0}, GemmShape{8, 8, 8}}) {
    CHECK(engine.plan_for(problem_of(shape)).region_count == 0);
  }
  for (const GemmShape& shape : {GemmShape{500, 500, 500}, GemmShape{3, 4, 9000}, GemmShape{64, 64, 64, 10}}) {
    const Plan plan = engine.plan_for(problem_of(shape));
    CHECK(plan.region_count >= 1);
    CHECK(coverage_fault(plan).empty());
  }
}

TEST_CASE("a plan that names no kernel of the library is refused, and an empty one runs where none is needed",
          "[engine]") {
  Engine engine({.threads = 1});
  const GemmProblem problem = problem_of({200, 90, 70});
  IntegerProduct product(problem);
  Plan plan = engine.plan_for(problem);
  REQUIRE(plan.region_count > 0);
  for (const std::int64_t kernel : {-1, 9999}) {
    plan.storage[0].kernel = kernel;
    CHECK_THROWS_WITH(engine.run_plan(problem, plan, product.operands()), Contains("the plan names kernel"));
    CHECK_THROWS_AS(engine.predicted(problem, plan), ShapeError);
  }
  const GemmProblem small = problem_of({2, 2, 2});
  IntegerProduct small_product(small);
  const Plan empty = engine.plan_for(small);
  CHECK(empty.region_count == 0);
  engine.run_plan(small, empty, small_product.operands());
  CHECK(small_product.wrong() == 0);
  CHECK_THROWS_AS(engine.run_plan(problem, Plan{}, product.operands()), ShapeError);
}

// What a plan depends on beside its shape is the planner's: two engines, two layouts and determinism have their own.
TEST_CASE("plans are counted, and kept apart by engine, layout and determinism", "[engine]") {
  Engine one({.threads = 1, .selector = "mikpoly", .patterns = {"I"}});
  Engine other({.threads = 1, .selector = "makespan", .patterns = {"II"}});
  GemmProblem problem = problem_of({500, 300, 200});

  for (int call = 0; call < 3; ++call) static_cast<void>(one.plan_for(problem));
  CHECK(one.plan_counts().misses == 1);
  CHECK(one.plan_counts().hits == 2);
  CHECK(one.plan_counts().plans == 1);
  CHECK(one.plan_counts().evictions == 0);
  CHECK(other.plan_counts().bytes == 0);
  CHECK(one.plan_for(problem).pattern == "I");
  CHECK(other.plan_for(problem).pattern == "II");

  problem.deterministic = true;
  static_cast<void>(one.plan_for(problem));
  CHECK(one.plan_counts().misses == 2);
  CHECK(one.plan_counts().plans == 2);
}

TEST_CASE("the memory of plans is bounded however many shapes come", "[engine]") {
  Engine engine({.threads = 1, .selector = "mikpoly", .patterns = {"I"}});
  static_cast<void>(engine.plan_for(problem_of({100, 256, 256})));
  const std::int64_t bytes = engine.plan_counts().bytes;

  for (std::int64_t m = 101; m <= 5000; ++m) static_cast<void>(engine.plan_for(problem_of({m, 256, 256})));

  const PlanCacheCounts counts = engine.plan_counts();
  CHECK(counts.misses == 4901);
  CHECK(counts.plans <= 1024);
  CHECK(counts.plans + counts.evictions == 4901);
  CHECK(counts.bytes == bytes);
}
