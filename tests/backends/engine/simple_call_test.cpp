// The short way of small calls takes those that need no check, and leaves the others alone.
#include "backends/engine/simple_call.hpp"

#include <functional>

#include "backends/cpu/cpu_kernel.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const cpu::KernelFunctions& functions() {
  return *cpu::cpu_kernels().front().functions;
}

}  // namespace

TEST_CASE("small products of tight row-major matrices are taken, and exact", "[engine]") {
  for (const GemmShape& shape : {GemmShape{4, 4, 4}, {1, 2, 1}, {17, 33, 65}, {5, 100, 3}, {64, 64, 64}}) {
    INFO(to_text(shape));
    IntegerProduct product(problem_of(shape));
    CHECK(run_if_simple(functions(), product.problem(), product.operands()));
    CHECK(product.wrong() == 0);
  }
}

TEST_CASE("whatever else a problem asks for is left alone", "[engine]") {
  const std::vector<std::function<void(GemmProblem&)>> changes{
      [](GemmProblem& p) { p.shape.n = 1; },
      [](GemmProblem& p) { p.shape.m = 0; },
      [](GemmProblem& p) { p.shape.k = -4; },
      [](GemmProblem& p) { p.shape.k = 1 << 20; },
      [](GemmProblem& p) { p.shape.batch = 2; },
      [](GemmProblem& p) { p.types.a = DataType::bf16; },
      [](GemmProblem& p) { p.a.transposed = true; },
      [](GemmProblem& p) { p.b.leading_dimension = 8; },
      [](GemmProblem& p) { p.c.transposed = true; },
      [](GemmProblem& p) { p.d.order = Order::column_major; },
      [](GemmProblem& p) { p.epilogue.activation = Activation::relu; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("change " << i);
    IntegerProduct product(problem_of({8, 8, 8}));
    GemmProblem problem = product.problem();
    changes[i](problem);
    CHECK_FALSE(run_if_simple(functions(), problem, product.operands()));
    CHECK(product.wrong() == 64);
  }
}

TEST_CASE("scalars, null pointers and overlap are left to the general way", "[engine]") {
  IntegerProduct product(problem_of({8, 8, 8}));
  const GemmOperands good = product.operands();
  auto* const d = static_cast<float*>(good.d);
  const std::vector<std::function<void(GemmOperands&)>> changes{
      [](GemmOperands& o) { o.alpha = 0.0; }, [](GemmOperands& o) { o.beta = 1.0; },
      [](GemmOperands& o) { o.a = nullptr; }, [](GemmOperands& o) { o.b = nullptr; },
      [](GemmOperands& o) { o.d = nullptr; }, [d](GemmOperands& o) { o.a = d + 63; },
      [d](GemmOperands& o) { o.b = d - 63; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("change " << i);
    GemmOperands operands = good;
    changes[i](operands);
    CHECK_FALSE(run_if_simple(functions(), product.problem(), operands));
    CHECK(product.wrong() == 64);
  }
}
