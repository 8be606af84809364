// Extents around every tile size, every k step, every row and column; nothing is read or written outside.
#include <algorithm>
#include <cmath>
#include <set>

#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 1});
  return candidates;
}

// tile - 1, tile, tile + 1 and 2 tile + 3 of the register tiles and vector widths in use.
std::set<std::int64_t> edge_extents() {
  std::set<std::int64_t> extents{1};
  for (const std::int64_t tile : {4, 6, 8, 14, 16, 32, 48, 64}) {
    extents.insert({tile - 1, tile, tile + 1, 2 * tile + 3});
  }
  return extents;
}

// One call kind per case, in turn: the sum over all cases has each kind on each sort of edge. Few candidates pack, so
// that packed calls come on top.
std::vector<Call> in_turn(std::int64_t count) {
  return {count % 2 == 0 ? Call::plain : Call::prepared, count % 2 == 0 ? Call::packed_a : Call::packed_b};
}

}  // namespace

TEST_CASE("integers are exact at every pair of edge extents", "[conformance]") {
  std::int64_t count = 0;
  for (const std::int64_t m : edge_extents()) {
    for (const std::int64_t n : edge_extents()) {
      GemmCase gemm = case_of({m, n, count % 3 == 0 ? 33 : 5});
      gemm.problem.b.transposed = count % 5 >= 3;
      gemm.beta = count % 7 == 0 ? 2.0 : 0.0;
      CHECK(run_case(gemm, all(), in_turn(count++)) >= 1);
    }
  }
}

TEST_CASE("all ones give k for every k, in all transposes", "[conformance]") {
  std::vector<std::int64_t> depths;
  for (std::int64_t k = 1; k <= 40; ++k) depths.push_back(k);
  depths.insert(depths.end(), {63, 64, 65, 127, 129, 133, 255, 256, 257, 511, 513, 1023, 1025, 1537, 2049});
  std::int64_t count = 0;
  for (const std::int64_t k : depths) {
    for (const char* transposes : {"NN", "NT", "TN", "TT"}) {
      GemmCase gemm = case_of({17, 35, k});
      set_transposes(gemm.problem, transposes);
      gemm.a = gemm.b = constant(1.0F);
      CHECK(run_case(gemm, all(), in_turn(count++)) >= 1);
    }
  }
}

TEST_CASE("one-hot rows of A pick each row of B at each place", "[conformance]") {
  // A(i, (i + shift) mod k) = 1: D(i, j) = B((i + shift) mod k, j). Over all shifts every (row, step) pair is probed,
  // and each element of B has its own value.
  const std::int64_t k = 37;
  for (std::int64_t shift = 0; shift < k; ++shift) {
    GemmCase gemm = case_of({67, 99, k});
    gemm.a = [=](std::int64_t i, std::int64_t step, std::int64_t) { return step == (i + shift) % k ? 1.0F : 0.0F; };
    gemm.b = [](std::int64_t step, std::int64_t j, std::int64_t) { return static_cast<float>(step * 128 + j + 1); };
    CHECK(run_case(gemm, all(), in_turn(shift)) >= 1);
  }
}

TEST_CASE("one-hot columns of B pick each column of A at each place", "[conformance]") {
  const std::int64_t k = 37;
  for (std::int64_t shift = 0; shift < k; ++shift) {
    GemmCase gemm = case_of({67, 99, k});
    gemm.a = [](std::int64_t i, std::int64_t step, std::int64_t) { return static_cast<float>(i * 64 + step + 1); };
    gemm.b = [=](std::int64_t step, std::int64_t j, std::int64_t) { return step == (j + shift) % k ? 1.0F : 0.0F; };
    CHECK(run_case(gemm, all(), in_turn(shift)) >= 1);
  }
}

TEST_CASE("no k step of a deep product is dropped or counted twice", "[conformance]") {
  // Row i probes step 17 s + i: after all s each step of k = 2057 (more than two blocks of 1024) was probed once.
  const std::int64_t k = 2057;
  for (std::int64_t s = 0; s * 17 < k; ++s) {
    GemmCase gemm = case_of({17, 5, k});
    gemm.a = [=](std::int64_t i, std::int64_t step, std::int64_t) { return step == 17 * s + i ? 1.0F : 0.0F; };
    gemm.b = [](std::int64_t step, std::int64_t j, std::int64_t) { return static_cast<float>(step * 8 + j + 1); };
    CHECK(run_case(gemm, all(), in_turn(s)) >= 1);
  }
}

TEST_CASE("vectors, deep dots, shallow updates and long rows are exact", "[conformance]") {
  for (const GemmShape& shape :
       {GemmShape{1, 1, 9000}, GemmShape{1, 1000, 333}, GemmShape{1000, 1, 333}, GemmShape{2, 3, 20000},
        GemmShape{8, 8, 5000}, GemmShape{33, 33, 2500}, GemmShape{300, 200, 16}, GemmShape{256, 3, 64},
        GemmShape{1024, 4, 50}, GemmShape{3, 1024, 64}, GemmShape{5, 12600, 8}, GemmShape{4, 2, 1},
        GemmShape{129, 128, 1}, GemmShape{17, 300, 770}, GemmShape{100, 130, 513}}) {
    for (const char* transposes : {"NN", "NT", "TN"}) {
      GemmCase gemm = case_of(shape);
      set_transposes(gemm.problem, transposes);
      CHECK(run_case(gemm, all()) >= 2);
    }
  }
}

TEST_CASE("real numbers are within the bound of any order of summation", "[conformance]") {
  for (const GemmShape& shape : {GemmShape{1, 1, 9}, GemmShape{31, 67, 130}, GemmShape{100, 50, 1600},
                                 GemmShape{4, 4, 20000}, GemmShape{129, 65, 33, 2}}) {
    GemmCase gemm = case_of(shape);
    gemm.compare = Compare::tolerance;
    gemm.a = fractions(1);
    gemm.b = fractions(2);
    gemm.c = fractions(3);
    CHECK(run_case(gemm, all()) >= 2);
    gemm.alpha = 0.3;
    gemm.beta = -1.7;
    CHECK(run_case(gemm, all()) >= 2);
  }
}

TEST_CASE("operands against a page that faults, on either side", "[conformance]") {
  for (const Against against : {Against::page_behind, Against::page_before}) {
    for (std::int64_t m = 1; m <= 20; ++m) {
      for (std::int64_t n = 1; n <= 20; ++n) {
        GemmCase gemm = case_of({m, n, (m * 7 + n * 3) % 20 + 1});
        gemm.against = against;
        gemm.problem.a.transposed = (m + n) % 3 == 0;
        gemm.problem.b.transposed = (m + n) % 4 == 0;
        CHECK(run_case(gemm, all(), in_turn(m + n)) >= 1);
      }
    }
  }
}

TEST_CASE("pointers aligned to nothing but a float", "[conformance]") {
  for (std::int64_t floats = 0; floats < 16; ++floats) {
    GemmCase gemm = case_of({35, 67, 19});
    gemm.against = Against::page_before;
    gemm.misalign = floats;
    CHECK(run_case(gemm, all()) >= 2);
  }
}
