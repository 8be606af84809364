// Operands that are packed once: what they serve, what they take, what is refused.
#include <algorithm>
#include <memory>
#include <vector>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/packed_panels.hpp"
#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

// Of few elements, planned, of few tasks with a deep k, of one column, of one row.
const std::vector<GemmShape> kShapes{{5, 7, 3}, {130, 257, 190}, {16, 24, 3000}, {300, 1, 200}, {1, 500, 300}};

GemmProblem of_order(GemmProblem problem, Order d) {
  problem.c.order = problem.d.order = d;
  return problem;
}

enum class Packs { a, b };

std::unique_ptr<PackedOperand> pack(Engine& engine, IntegerProduct& product, Packs packs) {
  return packs == Packs::a ? engine.pack_a(product.problem(), product.operands().a)
                           : engine.pack_b(product.problem(), product.operands().b);
}

std::int64_t wrong_when_packed(Engine& engine, IntegerProduct& product, Packs packs, const PackedOperand& packed) {
  GemmOperands operands = product.operands();
  (packs == Packs::a ? operands.a : operands.b) = packed.data();
  engine.prepare_packed(product.problem(), packed)->run(operands);
  return product.wrong();
}

}  // namespace

TEST_CASE("packed calls are exact, whichever operand is packed and however all of them lie", "[engine]") {
  for (const std::int64_t threads : {1, 2}) {
    Engine engine({.threads = threads});
    for (const GemmShape& shape : kShapes) {
      for (const char* transposes : {"NN", "NT", "TN", "TT"}) {
        for (const Order order : {Order::row_major, Order::column_major}) {
          GemmProblem problem = of_order(problem_of(shape), order);
          set_transposes(problem, transposes);
          IntegerProduct product(problem);
          for (const Packs packs : {Packs::a, Packs::b}) {
            INFO(to_text(shape) << " " << transposes << " on " << threads << " threads, D "
                                << (order == Order::row_major ? "row" : "column") << " major, packed "
                                << (packs == Packs::a ? "A" : "B"));
            CHECK(wrong_when_packed(engine, product, packs, *pack(engine, product, packs)) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("a packed operand serves every extent and layout of the other, and says its bytes", "[engine]") {
  Engine engine({.threads = 2});
  for (const Order order : {Order::row_major, Order::column_major}) {
    for (const Packs packs : {Packs::a, Packs::b}) {
      const auto problem_with = [&](std::int64_t other) {
        const GemmShape shape =
            packs == Packs::a ? GemmShape{.m = 200, .n = other, .k = 150} : GemmShape{.m = other, .n = 200, .k = 150};
        return of_order(problem_of(shape), order);
      };
      IntegerProduct source(problem_with(64));
      const std::unique_ptr<PackedOperand> packed = pack(engine, source, packs);
      // 200 rows or columns are whole panels of at most 64: 200 to 256 of 150 floats.
      CHECK(packed->bytes() >= 200 * 150 * 4);
      CHECK(packed->bytes() <= 256 * 150 * 4);
      for (const std::int64_t other : {1, 2, 31, 64, 300}) {
        for (const bool transposed : {false, true}) {
          GemmProblem problem = problem_with(other);
          (packs == Packs::a ? problem.b : problem.a).transposed = transposed;
          IntegerProduct product(problem);
          INFO(other << " of the other" << (transposed ? ", transposed" : ""));
          CHECK(wrong_when_packed(engine, product, packs, *packed) == 0);
        }
      }
      GemmProblem empty = problem_with(0);
      CHECK_NOTHROW(engine.prepare_packed(empty, *packed)->run({}));
    }
  }
}

TEST_CASE("one packed operand serves a whole batch", "[engine]") {
  Engine engine({.threads = 2});
  const GemmShape shape{40, 50, 60, 3};
  GemmProblem problem = problem_of(shape);
  problem.a.batch_stride = 0;
  const std::vector<float> a(static_cast<std::size_t>(40 * 60), 1.0F);
  const std::vector<float> b(static_cast<std::size_t>(3 * 60 * 50), 2.0F);
  std::vector<float> d(static_cast<std::size_t>(3 * 40 * 50));
  const std::unique_ptr<PackedOperand> packed = engine.pack_a(problem, a.data());

  engine.prepare_packed(problem, *packed)->run({.a = packed->data(), .b = b.data(), .d = d.data()});

  CHECK(d == std::vector<float>(d.size(), 60 * 2.0F));
}

TEST_CASE("what cannot be packed is refused with its reason", "[engine]") {
  Engine engine({.threads = 1});
  IntegerProduct product(problem_of({6, 8, 4}));
  const GemmOperands operands = product.operands();

  CHECK_THROWS_WITH(engine.pack_a(problem_of({6, 8, 4, 2}), operands.a),
                    "one A is packed at a time; give it batch stride 0");
  CHECK_THROWS_WITH(engine.pack_b(problem_of({6, 8, 4, 2}), operands.b),
                    "one B is packed at a time; give it batch stride 0");
  CHECK_THROWS_WITH(engine.pack_a(problem_of({0, 8, 4}), operands.a), "A without elements cannot be packed");
  CHECK_THROWS_WITH(engine.pack_b(problem_of({6, 8, 0}), operands.b), "B without elements cannot be packed");
  CHECK_THROWS_AS(engine.pack_a(problem_of({6, 8, 4}), nullptr), ShapeError);
  CHECK_THROWS_AS(engine.pack_b(problem_of({6, 8, 4}), nullptr), ShapeError);
}

TEST_CASE("a packed operand of other extents or for the other order of D is refused", "[engine]") {
  Engine engine({.threads = 1});
  IntegerProduct product(problem_of({16, 18, 4}));
  const std::unique_ptr<PackedOperand> a = pack(engine, product, Packs::a);

  CHECK_THROWS_WITH(engine.prepare_packed(problem_of({17, 18, 4}), *a),
                    "the packed A is 16 x 4, the problem's is 17 x 4");
  CHECK_THROWS_WITH(engine.prepare_packed(of_order(problem_of({16, 18, 4}), Order::column_major), *a),
                    "A was packed for a row-major D, the problem's is of the other order");
}

TEST_CASE("an operand packed for other panels is read where kernels have such panels, else refused", "[engine]") {
  if (!cpu::runs_here("avx2")) return;
  Engine avx2({.threads = 1, .isa = "avx2"});
  Engine portable({.threads = 1, .isa = "portable"});
  for (const Packs packs : {Packs::a, Packs::b}) {
    IntegerProduct product(problem_of({40, 64, 64}));
    const std::unique_ptr<PackedOperand> packed = pack(avx2, product, packs);
    const std::int64_t extent = dynamic_cast<const cpu::PackedPanels&>(*packed).extent();
    const cpu::KernelFunctions& functions = cpu::kPortableFunctions;
    const bool is_high = std::ranges::find(functions.tile_rows, extent) != functions.tile_rows.end();
    const bool is_wide = extent <= std::int64_t{cpu::kMaxTileVectors} * functions.width;  // and whole vectors
    if (packs == Packs::a ? is_high : is_wide) {
      CHECK(wrong_when_packed(portable, product, packs, *packed) == 0);
    } else {
      CHECK_THROWS_WITH(wrong_when_packed(portable, product, packs, *packed), Contains("panels of"));
    }
  }
}

TEST_CASE("deterministic with a packed A: a row's bits do not depend on the other rows", "[engine]") {
  // Thirds and sevenths: sums that round.
  Engine engine({.threads = 2});
  const std::int64_t n = 70;
  const std::int64_t k = 1300;
  std::vector<float> a(static_cast<std::size_t>(90 * k));
  std::vector<float> b(static_cast<std::size_t>(k * n));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7 % 23) / 3.0F;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * 5 % 19) / 7.0F;
  const auto product_of = [&](std::int64_t first, std::int64_t rows) {
    GemmProblem problem = problem_of({rows, n, k});
    problem.deterministic = true;
    problem.epilogue.activation = Activation::relu;
    std::vector<float> d(static_cast<std::size_t>(rows * n));
    const std::unique_ptr<PackedOperand> packed = engine.pack_a(problem, a.data() + first * k);
    engine.prepare_packed(problem, *packed)->run({.a = packed->data(), .b = b.data(), .d = d.data(), .alpha = 0.3});
    return d;
  };
  const std::vector<float> whole = product_of(0, 90);

  for (const std::int64_t rows : {2, 13, 89}) {
    const std::vector<float> part = product_of(90 - rows, rows);
    CHECK(std::equal(part.begin(), part.end(), whole.end() - static_cast<std::ptrdiff_t>(part.size())));
  }
}
