// What is refused, and that a refusal changes nothing.
#include <limits>

#include "core/base/error.hpp"
#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 2});
  return candidates;
}

// A 6x7x5 product on plain arrays, for calls that must throw before they touch anything.
struct Arrays {
  std::vector<float> a = std::vector<float>(30, 1.0F);
  std::vector<float> b = std::vector<float>(35, 2.0F);
  std::vector<float> d = std::vector<float>(42, 3.0F);

  [[nodiscard]] GemmOperands operands() { return {.a = a.data(), .b = b.data(), .c = d.data(), .d = d.data()}; }
};

GemmProblem small_problem() {
  GemmProblem problem;
  problem.shape = {6, 7, 5};
  return problem;
}

void check_refused(const GemmProblem& problem, const GemmOperands& operands, const std::string& sentence) {
  for (const Candidate& candidate : all()) {
    INFO(candidate.name);
    CHECK_THROWS_AS(candidate.backend->run(problem, operands), ShapeError);
    CHECK_THROWS_WITH(candidate.backend->run(problem, operands), Contains(sentence));
  }
}

}  // namespace

TEST_CASE("null pointers where memory is read or written are named", "[conformance]") {
  Arrays arrays;
  GemmOperands operands = arrays.operands();
  operands.a = nullptr;
  check_refused(small_problem(), operands, "A is a null pointer");
  operands = arrays.operands();
  operands.b = nullptr;
  check_refused(small_problem(), operands, "B is a null pointer");
  operands = arrays.operands();
  operands.d = nullptr;
  check_refused(small_problem(), operands, "D is a null pointer");
  operands = arrays.operands();
  operands.c = nullptr;
  operands.beta = 1.0;
  check_refused(small_problem(), operands, "C (beta is not 0) is a null pointer");
}

TEST_CASE("a D that overlaps an input is refused, and nothing is written", "[conformance]") {
  Arrays arrays;
  GemmOperands operands = arrays.operands();
  operands.a = arrays.d.data() + 41;
  check_refused(small_problem(), operands, "D overlaps A");
  operands = arrays.operands();
  operands.b = arrays.d.data() + 3;
  check_refused(small_problem(), operands, "D overlaps B");
  operands = arrays.operands();
  operands.beta = 1.0;
  operands.c = arrays.d.data() + 1;
  check_refused(small_problem(), operands, "C overlaps D");
  CHECK(arrays.d == std::vector<float>(42, 3.0F));
}

TEST_CASE("extents and leading dimensions out of range are refused by run and prepare", "[conformance]") {
  Arrays arrays;
  std::vector<GemmProblem> wrong(6, small_problem());
  wrong[0].shape.m = -1;
  wrong[1].shape.k = -5;
  wrong[2].shape.batch = -1;
  wrong[3].a.leading_dimension = 4;
  wrong[4].b = {.transposed = true, .leading_dimension = 4};
  wrong[5].shape.batch = 2;
  wrong[5].d.batch_stride = 41;
  for (const GemmProblem& problem : wrong) {
    for (const Candidate& candidate : all()) {
      INFO(candidate.name << " " << to_text(problem.shape));
      CHECK_THROWS_AS(candidate.backend->prepare(problem), ShapeError);
      CHECK_THROWS_AS(candidate.backend->run(problem, arrays.operands()), ShapeError);
    }
  }
}

TEST_CASE("what a backend does not take is refused with its sentence, never computed", "[conformance]") {
  Arrays arrays;
  std::vector<GemmProblem> unusual(3, small_problem());
  unusual[0].types = {DataType::f16, DataType::f16, DataType::f32, DataType::f16};
  unusual[1].epilogue.activation = Activation::silu;
  unusual[2].deterministic = true;
  for (const GemmProblem& problem : unusual) {
    for (const Candidate& candidate : all()) {
      const std::string reason = candidate.backend->unsupported(problem);
      if (reason.empty()) continue;
      INFO(candidate.name);
      CHECK_THROWS_AS(candidate.backend->prepare(problem), BackendUnavailable);
      CHECK_THROWS_WITH(candidate.backend->run(problem, arrays.operands()), Contains(reason));
    }
  }
  CHECK(arrays.d == std::vector<float>(42, 3.0F));
}

TEST_CASE("A, B and D may be blocks side by side of one matrix", "[conformance]") {
  constexpr std::int64_t kLeading = 9;
  for (const Candidate& candidate : all()) {
    GemmProblem problem;
    problem.shape = {3, 2, 3};
    problem.a.leading_dimension = problem.b.leading_dimension = problem.d.leading_dimension = kLeading;
    if (!candidate.backend->unsupported(problem).empty()) continue;
    INFO(candidate.name);
    std::vector<float> matrix(3 * kLeading, 1.0F);
    candidate.backend->run(problem, {.a = matrix.data(), .b = matrix.data() + 3, .d = matrix.data() + 5});
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < kLeading; ++column) {
        CHECK(matrix[row * kLeading + column] == (column == 5 || column == 6 ? 3.0F : 1.0F));
      }
    }
    const GemmOperands crossing{.a = matrix.data(), .b = matrix.data() + 3, .d = matrix.data() + 4};
    CHECK_THROWS_WITH(candidate.backend->run(problem, crossing), Contains("D overlaps B"));
  }
}

TEST_CASE("a backend works after it refused", "[conformance]") {
  Arrays arrays;
  GemmOperands operands = arrays.operands();
  operands.a = nullptr;
  check_refused(small_problem(), operands, "A is a null pointer");
  CHECK(run_case(case_of({6, 7, 5}), all()) >= 2);
}

TEST_CASE("packed weights of another shape are refused", "[conformance]") {
  Arrays arrays;
  for (const Candidate& candidate : all()) {
    auto* packing = dynamic_cast<PackingBackend*>(candidate.backend.get());
    if (packing == nullptr) continue;
    INFO(candidate.name);
    const std::unique_ptr<PackedOperand> packed = packing->pack_b(small_problem(), arrays.b.data());
    CHECK(packed->bytes() >= 35 * 4);
    GemmProblem other = small_problem();
    other.shape.m = 60;
    CHECK_NOTHROW(packing->prepare_packed(other, *packed));
    other.shape.n = 8;
    CHECK_THROWS_AS(packing->prepare_packed(other, *packed), ShapeError);
    other.shape.m = 6;
    CHECK_THROWS_AS(packing->pack_b(small_problem(), nullptr), ShapeError);
    if (candidate.is_peer) continue;
    const std::unique_ptr<PackedOperand> packed_a = packing->pack_a(small_problem(), arrays.a.data());
    CHECK(packed_a->bytes() >= 30 * 4);
    CHECK_NOTHROW(packing->prepare_packed(other, *packed_a));
    other.shape.m = 60;
    CHECK_THROWS_AS(packing->prepare_packed(other, *packed_a), ShapeError);
    CHECK_THROWS_AS(packing->pack_a(small_problem(), nullptr), ShapeError);
  }
}
