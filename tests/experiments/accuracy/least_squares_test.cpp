#include "experiments/accuracy/least_squares.hpp"

#include <cmath>

#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::size_t kPoints = 60;

/// Residuals of `model(at, x)` against `truth(x)` on points of [0, 1], every tenth of them off by `outlier`; each its
/// own cluster.
template <typename Model, typename Truth>
FitProblem problem_of(std::vector<double> start, Model model, Truth truth, double outlier) {
  FitProblem problem;
  problem.start = std::move(start);
  for (std::size_t i = 0; i < kPoints; ++i) problem.cluster.push_back(i);
  problem.residuals = [=](const std::vector<double>& at) {
    std::vector<double> residuals;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double x = static_cast<double>(i) / (kPoints - 1);
      residuals.push_back(model(at, x) - truth(x) - (i % 10 == 5 ? outlier : 0.0));
    }
    return residuals;
  };
  return problem;
}

double line(const std::vector<double>& at, double x) {
  return at[0] + at[1] * x;
}

}  // namespace

TEST_CASE("A line is recovered exactly where nothing is off it", "[accuracy]") {
  const FitResult result = fit(problem_of(
      {0.9, 0.1}, line, [](double x) { return 0.3 + 0.6 * x; }, 0.0));

  CHECK(result.at[0] == Approx(0.3).margin(1e-4));
  CHECK(result.at[1] == Approx(0.6).margin(1e-4));
  CHECK(result.cost == Approx(0.0).margin(1e-6));
  CHECK(result.error[0] < 1e-3);
}

// Six of 60 points are off by 1, twenty times the scale. Of squares alone, their mean pull would be 0.1.
TEST_CASE("Single rows far off do not pull", "[accuracy]") {
  const FitResult result = fit(problem_of(
      {0.5, 0.5}, line, [](double x) { return 0.3 + 0.6 * x; }, 1.0));

  CHECK(std::abs(result.at[0] - 0.3) < 0.02);
  CHECK(std::abs(result.at[1] - 0.6) < 0.02);
}

TEST_CASE("A curve is recovered with single rows far off", "[accuracy]") {
  const auto curve = [](const std::vector<double>& at, double x) { return at[0] * std::exp(-5.0 * at[1] * x); };
  const FitResult result = fit(problem_of(
      {0.4, 0.9}, curve, [](double x) { return 0.8 * std::exp(-2.0 * x); }, 1.0));

  CHECK(std::abs(result.at[0] - 0.8) < 0.03);
  CHECK(std::abs(result.at[1] - 0.4) < 0.03);
}

// The truth lies outside: the nearest that the bounds allow is 1 for the height, as the slope is 0 there and here.
TEST_CASE("The fit ends at the bounds, and asks for nothing beyond them", "[accuracy]") {
  FitProblem problem = problem_of(
      {0.5, 0.5}, line, [](double) { return 1.4; }, 0.0);
  bool outside = false;
  problem.residuals = [inner = problem.residuals, &outside](const std::vector<double>& at) {
    for (const double each : at) outside = outside || each < 0.0 || each > 1.0;
    return inner(at);
  };
  const FitResult result = fit(problem);

  CHECK_FALSE(outside);
  CHECK(result.at[0] == Approx(1.0).margin(1e-3));
  CHECK(result.at[1] >= 0.0);
  CHECK(result.at[1] <= 1.0);
}

TEST_CASE("A parameter without effect stays, has an infinite error and disturbs nothing", "[accuracy]") {
  const FitResult result = fit(problem_of(
      {0.5, 0.7, 0.5}, [](const std::vector<double>& at, double x) { return at[0] + at[2] * x; },
      [](double x) { return 0.3 + 0.6 * x; }, 0.0));

  CHECK(std::isinf(result.error[1]));
  CHECK(result.sensitivity[1] == 0.0);
  CHECK(result.at[1] == Approx(0.7));
  CHECK(result.at[0] == Approx(0.3).margin(1e-4));
  CHECK(result.at[2] == Approx(0.6).margin(1e-4));
  CHECK(std::isfinite(result.error[0]));
}

// Of a mean alone: the root mean square change over its range is 1.
TEST_CASE("The sensitivity is the change over the whole range", "[accuracy]") {
  const FitResult result = fit(problem_of(
      {0.5}, [](const std::vector<double>& at, double) { return 3.0 * at[0]; }, [](double) { return 1.5; }, 0.0));
  CHECK(result.sensitivity[0] == Approx(3.0));
}

// The error of a mean of 60 rows of standard deviation 0.01 is 0.01 / sqrt(60) = 0.0013; where ten rows each err alike,
// there are six independent ones: 0.01 / sqrt(6) = 0.0041. Single draws vary, by half of it.
TEST_CASE("Rows of a cluster err together", "[accuracy]") {
  SplitMix64 random(3);
  const auto error_with = [&](std::size_t together) {
    std::vector<double> noise;
    double draw = 0.0;
    for (std::size_t i = 0; i < kPoints; ++i) {
      if (i % together == 0) draw = 0.01 * std::sqrt(12.0) * (random.uniform() - 0.5);
      noise.push_back(draw);
    }
    FitProblem problem;
    problem.start = {0.5};
    for (std::size_t i = 0; i < kPoints; ++i) problem.cluster.push_back(i / together);
    problem.residuals = [noise](const std::vector<double>& at) {
      std::vector<double> residuals;
      for (const double each : noise) residuals.push_back(at[0] - 0.4 - each);
      return residuals;
    };
    return fit(problem).error[0];
  };

  CHECK(error_with(1) == Approx(0.0013).epsilon(0.5));
  CHECK(error_with(10) == Approx(0.0041).epsilon(0.5));
}

}  // namespace mikpoly::lab
