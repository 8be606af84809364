#include "experiments/measure/result_check.hpp"

#include "experiments/measure/operand_sets.hpp"
#include "tests/experiments/measure/fake_backends.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

GemmProblem problem_of(const GemmShape& shape, std::string_view transposes = "NN") {
  GemmProblem problem{.shape = shape};
  set_transposes(problem, transposes);
  return problem;
}

}  // namespace

TEST_CASE("Right results pass, whatever is transposed", "[check]") {
  for (const char* transposes : {"NN", "NT", "TN", "TT"}) {
    const GemmProblem problem = problem_of({.m = 70, .n = 65, .k = 30}, transposes);
    const OperandSets sets(problem, 1, 1);
    test::FakeBackend(test::FakeClock(), {}).run(problem, sets.operands(0));

    const ResultCheck check = check_result(problem, sets.operands(0), 1);

    CAPTURE(transposes, check.fault);
    CHECK(check.fault.empty());
    CHECK(check.checked == 304);  // 4550 entries: 300 random ones and 4 corners
    CHECK(check.worst <= 1.0);
  }
}

TEST_CASE("An element that was not written, and one that is off, are found in a small output", "[check]") {
  const GemmProblem problem = problem_of({.m = 3, .n = 4, .k = 5});
  OperandSets sets(problem, 1, 1);
  auto* d = static_cast<float*>(sets.operands(0).d);
  test::FakeBackend backend(test::FakeClock(), {});

  CHECK_THAT(check_result(problem, sets.operands(0), 1).fault, Contains("D[0, 0] of batch element 0 is nan"));
  backend.run(problem, sets.operands(0));
  CHECK(check_result(problem, sets.operands(0), 1).fault.empty());
  CHECK(check_result(problem, sets.operands(0), 1).checked == 12);
  d[7] += 1e-4F;
  CHECK_THAT(check_result(problem, sets.operands(0), 1).fault, Contains("D[1, 3] of batch element 0 is "));
  CHECK(check_result(problem, sets.operands(0), 1).worst > 1.0);
}

TEST_CASE("The copies hold the same values, and D is NaN at the start", "[operands]") {
  const GemmProblem problem = problem_of({.m = 3, .n = 4, .k = 5});
  const OperandSets sets(problem, 3, 1);

  CHECK(sets.operands(0).a != sets.operands(2).a);
  for (std::int64_t i = 0; i < 15; ++i) {
    const float value = static_cast<const float*>(sets.operands(0).a)[i];
    CHECK(value == static_cast<const float*>(sets.operands(2).a)[i]);
    CHECK((value >= -1.0F && value < 1.0F));
  }
  CHECK(static_cast<const float*>(sets.operands(1).d)[11] != static_cast<const float*>(sets.operands(1).d)[11]);
}

// (15 + 20 + 12) * 4 = 188 bytes: 6 copies make 1000.
TEST_CASE("Rotating copies make the bytes asked for, and are at least two", "[operands]") {
  const GemmProblem problem = problem_of({.m = 3, .n = 4, .k = 5});

  CHECK(footprint(problem) == 188);
  CHECK(copies_for(problem, 1000) == 6);
  CHECK(copies_for(problem, 100) == 2);
  CHECK(copies_for(problem_of({.m = 0, .n = 0, .k = 0}), 1000) >= 2);
}

TEST_CASE("Operands that pass half of the memory, and other types, are refused", "[operands]") {
  CHECK_THROWS_WITH(OperandSets(problem_of({.m = 1'000'000, .n = 1'000'000, .k = 1'000'000}), 1, 1),
                    Contains("GiB of operands; allowed: half of the memory"));
  GemmProblem problem = problem_of({.m = 1, .n = 1, .k = 1});
  problem.types.a = DataType::f16;
  CHECK_THROWS_WITH(OperandSets(problem, 1, 1), "type \"f16\" cannot be measured; allowed: f32");
}

}  // namespace mikpoly::lab
