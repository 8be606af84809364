#include "experiments/table/curve_fit.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

// Samples of fixed + waves * (10'000 + 100 t) at every pair of these.
std::vector<CurveSample> straight(double fixed, const std::vector<std::int64_t>& steps, double per_step = 100.0) {
  std::vector<CurveSample> samples;
  for (const double waves : {1.0, 3.0, 7.0}) {
    for (const std::int64_t t : steps) {
      samples.push_back({waves, t, fixed + waves * (10'000.0 + per_step * static_cast<double>(t))});
    }
  }
  return samples;
}

}  // namespace

TEST_CASE("What a launch takes and a straight g come back from whole products", "[table]") {
  const FittedCurves fitted = fit_curves({straight(5'000.0, {10, 20, 40}), straight(5'000.0, {8, 64}, 300.0)});

  CHECK(fitted.fixed.count == Approx(5'000).margin(1));
  REQUIRE(fitted.curves[0].has_value());
  for (const std::int64_t t : {1, 10, 15, 20, 40, 100}) {
    CHECK(fitted.curves[0]->latency(t).count == Approx(10'000 + 100 * t).margin(2));
    CHECK(fitted.curves[0]->interval(t) == fitted.curves[0]->latency(t));
  }
  CHECK(fitted.curves[1]->latency(64).count == Approx(10'000 + 300 * 64).margin(2));
  CHECK(fitted.curves[0]->conditions().max_error < 1e-3);
}

TEST_CASE("A bend between the sampled steps is kept", "[table]") {
  std::vector<CurveSample> samples;
  for (const double waves : {1.0, 2.0, 5.0}) {
    for (const auto& [t, g] : {std::pair<std::int64_t, double>{1, 1e4}, {4, 1e4}, {16, 9e4}}) {
      samples.push_back({waves, t, waves * g});
    }
  }

  const FittedCurves fitted = fit_curves({samples});

  CHECK(fitted.fixed.count == Approx(0).margin(1));
  CHECK(fitted.curves[0]->latency(4).count == Approx(10'000).margin(2));
  CHECK(fitted.curves[0]->latency(16).count == Approx(90'000).margin(2));
}

TEST_CASE("A kernel without samples has no curve, and nothing needs samples", "[table]") {
  CHECK(fit_curves({}).curves.empty());
  const FittedCurves fitted = fit_curves({{}, straight(0.0, {4})});

  CHECK_FALSE(fitted.curves[0].has_value());
  CHECK(fitted.curves[1].has_value());
}

// One t: the curve is in proportion, 10'400 ps at 4 steps, and 2'600 at one.
TEST_CASE("One sampled t gives a curve in proportion", "[table]") {
  const FittedCurves fitted = fit_curves({straight(0.0, {4})});

  CHECK(fitted.curves[0]->latency(4).count == Approx(10'400).margin(2));
  CHECK(fitted.curves[0]->latency(8).count == Approx(20'800).margin(4));
  CHECK(fitted.curves[0]->latency(1).count == Approx(2'600).margin(2));
}

// 30, then 10: levelled to 20 each; a line through them would predict less work for more steps.
TEST_CASE("A curve never falls with t, and is never below zero", "[table]") {
  const FittedCurves falling = fit_curves({{{1.0, 10, 30'000.0}, {1.0, 20, 10'000.0}}});
  const FittedCurves steep = fit_curves({{{1.0, 100, 1'000.0}, {1.0, 200, 100'000.0}}});

  CHECK(falling.curves[0]->latency(10) == falling.curves[0]->latency(20));
  CHECK(steep.curves[0]->latency(1).count == 10);  // a hundredth of the first knot's, not 1'000 - 99 * 990
  CHECK(steep.curves[0]->latency(50).count > 0);
}

TEST_CASE("Many sampled t become at most five knots", "[table]") {
  std::vector<std::int64_t> steps;
  for (std::int64_t t = 1; t <= 64; ++t) steps.push_back(t);

  const FittedCurves fitted = fit_curves({straight(2'000.0, steps)});

  CHECK(fitted.curves[0]->knots().size() == kMostKnots);
  CHECK(fitted.curves[0]->latency(37).count == Approx(13'700).margin(3));
}

}  // namespace mikpoly::lab
