// The ways to call an engine agree, and refusals leave it as it was.
#include "backends/engine/engine.hpp"

#include <cstring>
#include <limits>

#include "backends/engine/gemm.hpp"
#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

// Small, planned, of few tasks with a deep k, of one column, of one row.
const std::vector<GemmShape> kShapes{{5, 7, 3}, {130, 257, 190}, {16, 24, 3000}, {300, 1, 200}, {1, 500, 300}};

std::vector<float> fractions(std::int64_t count, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<float> all(static_cast<std::size_t>(count));
  for (float& value : all) value = static_cast<float>(static_cast<double>(random.next() >> 40U) * 0x1p-23 - 1.0);
  return all;
}

}  // namespace

TEST_CASE("plain and prepared calls are exact", "[engine]") {
  for (const std::int64_t threads : {1, 2}) {
    Engine engine({.threads = threads});
    for (const GemmShape& shape : kShapes) {
      for (const bool b_transposed : {false, true}) {
        IntegerProduct product(problem_of(shape, b_transposed));
        INFO(to_text(shape) << (b_transposed ? " NT on " : " NN on ") << threads << " threads");
        engine.run(product.problem(), product.operands());
        CHECK(product.wrong() == 0);
        const std::unique_ptr<PreparedGemm> prepared = engine.prepare(product.problem());
        for (const double alpha : {1.0, -2.0, 1.0}) {
          GemmOperands operands = product.operands();
          operands.alpha = alpha;
          prepared->run(operands);
          CHECK(product.wrong(alpha) == 0);
        }
      }
    }
  }
}

TEST_CASE("what is asked of a problem that cannot be computed is refused as its call would be", "[engine]") {
  Engine engine({.threads = 1});
  GemmProblem problem = problem_of({8, 8, 8});
  problem.a.leading_dimension = 3;
  CHECK_THROWS_AS(engine.library_for(problem), ShapeError);
  CHECK_THROWS_AS(engine.predicted(problem, Plan{}), ShapeError);
}

TEST_CASE("a refused call leaves the engine and D as they were", "[engine]") {
  Engine engine({.threads = 2});
  IntegerProduct product(problem_of({200, 100, 300}));
  engine.run(product.problem(), product.operands());
  GemmProblem wrong = product.problem();
  wrong.shape.n = -1;
  CHECK_THROWS_AS(engine.run(wrong, product.operands()), ShapeError);
  CHECK_THROWS_AS(engine.prepare(wrong), ShapeError);
  wrong = product.problem();
  wrong.types.a = DataType::f16;
  CHECK_THROWS_AS(engine.run(wrong, product.operands()), BackendUnavailable);
  GemmOperands operands = product.operands();
  operands.b = nullptr;
  CHECK_THROWS_AS(engine.run(product.problem(), operands), ShapeError);
  CHECK(product.wrong() == 0);
  engine.run(product.problem(), product.operands());
  CHECK(product.wrong() == 0);
}

TEST_CASE("deterministic: a row's bits do not depend on the other rows", "[engine]") {
  // NN and NT; plain sums, and such as pass a fused epilogue; a k that would be blocked or split.
  Engine engine({.threads = 2});
  for (const GemmShape& shape : {GemmShape{90, 70, 2600}, GemmShape{700, 40, 30}}) {
    for (const bool b_transposed : {false, true}) {
      for (const Activation activation : {Activation::none, Activation::relu}) {
        GemmProblem problem = problem_of(shape, b_transposed);
        problem.deterministic = true;
        problem.epilogue.activation = activation;
        const std::vector<float> a = fractions(shape.m * shape.k, 1);
        const std::vector<float> b = fractions(shape.k * shape.n, 2);
        std::vector<float> whole(static_cast<std::size_t>(shape.m * shape.n));
        engine.run(problem, {.a = a.data(), .b = b.data(), .d = whole.data(), .alpha = 0.3});
        for (const std::int64_t rows : {1, 13, 89}) {
          const std::int64_t first = shape.m - rows;
          problem.shape.m = rows;
          std::vector<float> part(static_cast<std::size_t>(rows * shape.n));
          engine.run(problem, {.a = a.data() + first * shape.k, .b = b.data(), .d = part.data(), .alpha = 0.3});
          INFO("the last " << rows << " rows of " << to_text(shape) << (b_transposed ? " NT" : " NN"));
          CHECK(std::memcmp(part.data(), whole.data() + first * shape.n, part.size() * sizeof(float)) == 0);
        }
      }
    }
  }
}

TEST_CASE("deterministic: C in place is added once", "[engine]") {
  Engine engine({.threads = 2});
  GemmProblem problem = problem_of({150, 90, 700});
  IntegerProduct product(problem);
  const std::size_t outputs = 150 * 90;
  const std::vector<float> c = fractions(150 * 90, 3);
  problem.deterministic = true;
  std::vector<float> expected(outputs);
  GemmOperands operands = product.operands();
  operands.alpha = 2.0;
  operands.beta = 1.0;
  operands.c = c.data();
  operands.d = expected.data();
  engine.run(problem, operands);
  for (int i = 0; i < 2; ++i) {  // the second time over the sums that the first one left
    std::vector<float> d = c;
    operands.c = operands.d = d.data();
    engine.run(problem, operands);
    CHECK((d == expected));
  }
}

TEST_CASE("a bias inside D is refused", "[engine]") {
  Engine engine({.threads = 1});
  GemmProblem problem = problem_of({6, 8, 4});
  problem.epilogue.bias = Bias::per_column;
  IntegerProduct product(problem);
  GemmOperands operands = product.operands();
  operands.bias = operands.d;
  CHECK_THROWS_WITH(engine.run(problem, operands), Contains("D overlaps the bias"));
}

TEST_CASE("gemm() computes on all cores and takes null pointers where nothing is", "[engine]") {
  IntegerProduct product(problem_of({33, 65, 129}));
  const GemmOperands operands = product.operands();
  gemm(33, 65, 129, static_cast<const float*>(operands.a), static_cast<const float*>(operands.b),
       static_cast<float*>(operands.d));
  CHECK(product.wrong() == 0);
  CHECK_NOTHROW(gemm(0, 5, 7, nullptr, nullptr, nullptr));
  CHECK_THROWS_AS(gemm(1, 5, 7, nullptr, nullptr, nullptr), ShapeError);
}
