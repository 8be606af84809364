// Empty problems, alpha, beta and NaN: what must not be read, and what must be written all the same.
#include <cmath>
#include <limits>

#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 1});
  return candidates;
}

// `values` but for one element.
Values with(const Values& values, std::int64_t row, std::int64_t column, float value) {
  return
      [=](std::int64_t i, std::int64_t j, std::int64_t z) { return i == row && j == column ? value : values(i, j, z); };
}

}  // namespace

TEST_CASE("at least the reference runs", "[conformance]") {
  REQUIRE_FALSE(all().empty());
}

TEST_CASE("empty outputs touch nothing and take null pointers; k = 0 scales C", "[conformance]") {
  int runs = 0;
  for (std::int64_t m = 0; m <= 2; ++m) {
    for (std::int64_t n = 0; n <= 2; ++n) {
      for (std::int64_t k = 0; k <= 2; ++k) {
        for (std::int64_t batch = 0; batch <= 2; ++batch) {
          for (const double beta : {0.0, 1.0, 3.0}) {
            GemmCase gemm = case_of({m, n, k, batch});
            gemm.alpha = 2.0;
            gemm.beta = beta;
            runs += run_case(gemm, all());
          }
        }
      }
    }
  }
  CHECK(runs >= 3 * 81 * 2);
  for (const double beta : {0.0, 0.5}) {
    GemmCase gemm = case_of({37, 45, 0, 3});
    gemm.beta = beta;
    gemm.problem.a.transposed = true;
    gemm.problem.d = gemm.problem.c = {.order = Order::column_major, .leading_dimension = 40};
    CHECK(run_case(gemm, all()) >= 2);
  }
}

TEST_CASE("alpha, beta and the place of a NaN decide what is NaN", "[conformance]") {
  // 3x3x4: one tile at most. 67x99x21: full and partial tiles of every kernel that is not larger.
  for (const GemmShape& shape : {GemmShape{3, 3, 4}, GemmShape{67, 99, 21}}) {
    for (const double alpha : {0.0, 1.0, -2.0}) {
      for (const double beta : {0.0, 1.0, 3.0}) {
        for (const int place : {0, 1, 2, 3}) {
          for (const bool in_place : {true, false}) {
            GemmCase gemm = case_of(shape);
            gemm.alpha = alpha;
            gemm.beta = beta;
            gemm.in_place = in_place;
            if (place == 1) gemm.a = with(gemm.a, shape.m - 1, 1, kNan);
            if (place == 2) gemm.b = with(gemm.b, shape.k - 1, 2, kNan);
            if (place == 3) gemm.c = with(gemm.c, shape.m - 1, shape.n - 1, kNan);
            CHECK(run_case(gemm, all()) >= 2);
          }
        }
      }
    }
  }
}

TEST_CASE("infinities and NaN propagate from every k step", "[conformance]") {
  const GemmShape shape{9, 35, 18};
  for (std::int64_t step = 0; step < shape.k; ++step) {
    for (const float value : {kInf, -kInf, kNan}) {
      GemmCase gemm = case_of(shape);
      gemm.a = with(gemm.a, 8, step, value);
      CHECK(run_case(gemm, all()) >= 2);
      gemm = case_of(shape);
      gemm.b = with(gemm.b, step, 34, value);
      CHECK(run_case(gemm, all()) >= 2);
    }
  }
}

TEST_CASE("denormals are kept", "[conformance]") {
  // 5 products of 2^-130 and 1 are 5 * 2^-130: below the least normal 2^-126, exact in steps of 2^-149.
  GemmCase gemm = case_of({19, 37, 5});
  gemm.a = constant(0x1p-130F);
  gemm.b = constant(1.0F);
  CHECK(run_case(gemm, all()) >= 2);
  gemm.beta = 1.0;
  gemm.c = constant(0x1p-140F);
  CHECK(run_case(gemm, all()) >= 2);
}

TEST_CASE("beta scales each element of C once", "[conformance]") {
  // Case 022: A = 0, C = 1, beta = 2 is 2 everywhere, also where a problem is cut into many regions.
  for (const GemmShape& shape : {GemmShape{1, 1, 9}, GemmShape{130, 257, 7}, GemmShape{33, 65, 1700}}) {
    GemmCase gemm = case_of(shape);
    gemm.beta = 2.0;
    gemm.a = constant(0.0F);
    gemm.c = constant(1.0F);
    CHECK(run_case(gemm, all()) >= 2);
  }
  for (std::int64_t k = 1; k <= 64; ++k) {
    GemmCase gemm = case_of({1, 1, k});
    gemm.beta = 1.5;
    CHECK(run_case(gemm, all()) >= 2);
  }
}
