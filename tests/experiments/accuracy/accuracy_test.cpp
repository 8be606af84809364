#include "experiments/accuracy/accuracy.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

PredictedRow row(double measured_us, double predicted_us, const GemmShape& shape = {64, 64, 64}) {
  return {.shape = shape, .measured_us = measured_us, .predicted_us = predicted_us, .plan = ""};
}

}  // namespace

// Errors 0.1, -0.2, 0.3, -0.4, 0: of the absolute ones the median is 0.2, the mean 0.2, the 0.9-quantile stands at
// position 3.6 of 0..4 and is 0.3 + 0.6 * 0.1; the median of the signed ones is 0.
TEST_CASE("The errors of a table are those of its rows", "[accuracy]") {
  const Accuracy accuracy = accuracy_of(std::vector{row(10, 11), row(10, 8), row(10, 13), row(10, 6), row(20, 20)});

  CHECK(accuracy.rows == 5);
  CHECK(accuracy.median == Approx(0.2));
  CHECK(accuracy.mape == Approx(0.2));
  CHECK(accuracy.p90 == Approx(0.36));
  CHECK(accuracy.bias == Approx(0.0).margin(1e-12));
}

TEST_CASE("The bias keeps its sign", "[accuracy]") {
  CHECK(accuracy_of(std::vector{row(10, 8), row(10, 9), row(10, 12)}).bias == Approx(-0.1));
  CHECK(row(10, 8).error() == Approx(-0.2));
}

// Predicted 1 3 2 4 of measured 1 2 3 4: five of six pairs in order, one not: (5 - 1) / 6.
TEST_CASE("tau compares the order, not the values", "[accuracy]") {
  CHECK(accuracy_of(std::vector{row(1, 10), row(2, 30), row(3, 20), row(4, 40)}).tau == Approx(4.0 / 6.0));
  CHECK(accuracy_of(std::vector{row(1, 10), row(2, 20)}).tau == Approx(1.0));
}

TEST_CASE("No rows have no accuracy", "[accuracy]") {
  const Accuracy nothing = accuracy_of({});

  CHECK(nothing.rows == 0);
  for (const double value : {nothing.median, nothing.mape, nothing.p90, nothing.bias, nothing.tau}) {
    CHECK(std::isnan(value));
  }
}

// (64, 64) is in order: tau 1. (64, 128) is in the opposite one: -1. Two rows of (128, 64) are too few.
TEST_CASE("The order in m is judged within each n and k", "[accuracy]") {
  std::vector<PredictedRow> rows;
  for (int i = 1; i <= 3; ++i) {
    rows.push_back(row(i, 10 + i, {i, 64, 64}));
    rows.push_back(row(i, 10 - i, {i, 64, 128}));
  }
  rows.push_back(row(1, 1, {1, 128, 64}));
  rows.push_back(row(2, 2, {2, 128, 64}));

  CHECK(tau_within_nk(rows, 3) == Approx(0.0).margin(1e-12));
  CHECK(tau_within_nk(rows, 2) == Approx(1.0 / 3.0));
  CHECK(std::isnan(tau_within_nk(rows)));
}

// 2 * 100^3 = 0.002 GFLOP, 2 * 500 * 1000 * 1000 = 1 GFLOP exactly, 2 * 1000^3 = 2 GFLOP; 2 * 5000 * 10000 * 10000 is
// 1000 GFLOP exactly, whose logarithm is a little less than 3.
TEST_CASE("Rows are banded by powers of ten of their work", "[accuracy]") {
  const std::vector<AccuracyBand> bands =
      by_flop_decade(std::vector{row(1, 2, {1000, 1000, 1000}), row(1, 1.5, {100, 100, 100}),
                                 row(1, 1, {500, 1000, 1000}), row(1, 1, {5000, 10000, 10000})});

  REQUIRE(bands.size() == 3);
  CHECK(bands[2].name == "1000..10000 GFLOP");
  CHECK(bands[0].name == "0.001..0.01 GFLOP");
  CHECK(bands[0].accuracy.rows == 1);
  CHECK(bands[0].accuracy.median == Approx(0.5));
  CHECK(bands[1].name == "1..10 GFLOP");
  CHECK(bands[1].accuracy.rows == 2);
  CHECK(bands[1].accuracy.median == Approx(0.5));
}

// Cubes of s: 2 s^3 / (3 s^2 * 2 bytes) = s / 3: 48 gives 16 exactly, 30 gives 10. Batches read and write as much more
// as they compute. At 4 bytes 48 gives 8.
TEST_CASE("Rows are banded by powers of four of their intensity", "[accuracy]") {
  const std::vector<PredictedRow> rows{row(1, 1, {48, 48, 48}), row(1, 1, {30, 30, 30}), row(1, 1, {48, 48, 48, 5})};
  const std::vector<AccuracyBand> halves = by_intensity(rows, 2);

  REQUIRE(halves.size() == 2);
  CHECK(halves[0].name == "4..16 FLOP/B");
  CHECK(halves[0].accuracy.rows == 1);
  CHECK(halves[1].name == "16..64 FLOP/B");
  CHECK(halves[1].accuracy.rows == 2);
  CHECK(by_intensity(rows, 4).size() == 1);
}

}  // namespace mikpoly::lab
