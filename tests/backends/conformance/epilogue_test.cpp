// Bias, activation and residual, fused.
#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 2});
  return candidates;
}

}  // namespace

TEST_CASE("bias, activation and residual in every combination", "[conformance]") {
  for (const Bias bias : {Bias::none, Bias::per_row, Bias::per_column}) {
    for (const Activation activation :
         {Activation::none, Activation::relu, Activation::gelu_erf, Activation::gelu_tanh, Activation::silu}) {
      for (const bool residual : {false, true}) {
        for (const double beta : {0.0, 0.5}) {
          for (const Order order : {Order::row_major, Order::column_major}) {
            GemmCase gemm = case_of({37, 53, 70, 2});
            gemm.compare = Compare::tolerance;
            gemm.problem.epilogue = {bias, activation, residual};
            gemm.problem.d.order = gemm.problem.c.order = order;
            gemm.problem.d.leading_dimension = gemm.problem.c.leading_dimension = 60;
            gemm.a = fractions(1);
            gemm.b = fractions(2);
            gemm.c = fractions(3);
            gemm.bias = fractions(4);
            gemm.residual = fractions(5);
            gemm.alpha = 0.7;
            gemm.beta = beta;
            CHECK(run_case(gemm, all()) >= 2);
          }
        }
      }
    }
  }
}

TEST_CASE("the epilogue runs when there is no product", "[conformance]") {
  for (const std::int64_t k : {0, 5}) {
    GemmCase gemm = case_of({19, 35, k});
    gemm.alpha = 0.0;
    gemm.problem.epilogue = {Bias::per_column, Activation::relu, true};
    CHECK(run_case(gemm, all()) >= 2);
    gemm.in_place = false;
    gemm.beta = 1.0;
    CHECK(run_case(gemm, all()) >= 2);
  }
}

TEST_CASE("a blocked k applies bias and activation once", "[conformance]") {
  GemmCase gemm = case_of({20, 40, 2500});
  gemm.problem.epilogue = {Bias::per_row, Activation::relu, true};
  CHECK(run_case(gemm, all()) >= 2);
}
