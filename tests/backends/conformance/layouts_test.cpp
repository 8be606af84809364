// Orders, transposes, leading dimensions, slices and batches.
#include <array>

#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 2});
  return candidates;
}

Order order_of(int bits, int bit) {
  return ((bits >> bit) & 1) == 0 ? Order::row_major : Order::column_major;
}

}  // namespace

TEST_CASE("every mix of orders and transposes, tight and with gaps", "[conformance]") {
  for (int orders = 0; orders < 16; ++orders) {
    for (const char* transposes : {"NN", "NT", "TN", "TT"}) {
      for (const std::int64_t leading : {kTight, std::int64_t{80}}) {
        for (const GemmShape& shape : {GemmShape{13, 21, 18, 1}, GemmShape{35, 67, 29, 2}, GemmShape{9, 11, 1, 1},
                                       GemmShape{1, 17, 3, 2}, GemmShape{17, 1, 3, 2}}) {
          GemmCase gemm = case_of(shape);
          set_transposes(gemm.problem, transposes);
          gemm.alpha = 2.0;
          gemm.beta = orders % 2 == 0 ? 0.0 : 3.0;
          gemm.in_place = order_of(orders, 2) == order_of(orders, 3);
          std::array<MatrixLayout*, 4> layouts{&gemm.problem.a, &gemm.problem.b, &gemm.problem.c, &gemm.problem.d};
          for (int i = 0; i < 4; ++i) {
            layouts[static_cast<std::size_t>(i)]->order = order_of(orders, i);
            layouts[static_cast<std::size_t>(i)]->leading_dimension = leading;
          }
          CHECK(run_case(gemm, all()) >= 2);
        }
      }
    }
  }
}

TEST_CASE("leading dimensions of reported faults", "[conformance]") {
  SECTION("041: one more than the row") {
    GemmCase gemm = case_of({64, 239, 64});
    gemm.problem.b.leading_dimension = gemm.problem.c.leading_dimension = gemm.problem.d.leading_dimension = 240;
    CHECK(run_case(gemm, all()) >= 2);
  }
  SECTION("044: a slice of a wider matrix; both margins keep their bytes") {
    GemmCase gemm = case_of({64, 128, 40});
    gemm.problem.c.leading_dimension = gemm.problem.d.leading_dimension = 512;
    gemm.misalign = 128;
    gemm.beta = 1.0;
    CHECK(run_case(gemm, all()) >= 2);
  }
  SECTION("046: heads interleaved in the rows of queries and keys") {
    GemmCase gemm = case_of({20, 20, 64, 12});
    gemm.problem.a = {.leading_dimension = 768, .batch_stride = 64};
    gemm.problem.b = {.transposed = true, .leading_dimension = 768, .batch_stride = 64};
    CHECK(run_case(gemm, all()) >= 2);
  }
  SECTION("047: the leading dimension of a single column is 1") {
    GemmCase gemm = case_of({7, 1, 5});
    gemm.problem.b.leading_dimension = gemm.problem.c.leading_dimension = gemm.problem.d.leading_dimension = 1;
    CHECK(run_case(gemm, all()) >= 2);
    gemm = case_of({1, 7, 5});
    gemm.problem.a = {.order = Order::column_major, .leading_dimension = 1};
    CHECK(run_case(gemm, all()) >= 2);
  }
  SECTION("a power of two, where sets of a cache collide") {
    GemmCase gemm = case_of({40, 50, 60});
    gemm.problem.a.leading_dimension = gemm.problem.b.leading_dimension = 4096;
    gemm.problem.c.leading_dimension = gemm.problem.d.leading_dimension = 4096;
    CHECK(run_case(gemm, all()) >= 2);
  }
}

TEST_CASE("batches with one A or one B for all, with gaps, and overlapping inputs", "[conformance]") {
  for (const char* transposes : {"NN", "NT", "TN", "TT"}) {
    for (const std::int64_t stride_a : {kTight, std::int64_t{0}, std::int64_t{900}, std::int64_t{33}}) {
      for (const std::int64_t stride_b : {kTight, std::int64_t{0}, std::int64_t{1000}, std::int64_t{7}}) {
        GemmCase gemm = case_of({21, 33, 19, 5});
        set_transposes(gemm.problem, transposes);
        gemm.problem.a.batch_stride = stride_a;
        gemm.problem.b.batch_stride = stride_b;
        gemm.problem.c.batch_stride = gemm.problem.d.batch_stride = 701;
        gemm.beta = 1.0;
        CHECK(run_case(gemm, all()) >= 2);
      }
    }
  }
}
