#include "core/kernel/time_curve.hpp"

#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("a curve is linear between its knots and goes on with the last slope", "[kernel]") {
  const TimeCurve curve({{1, {100}, {10}}, {11, {200}, {110}}, {21, {500}, {210}}}, {});

  CHECK(curve.latency(1) == Picoseconds{100});
  CHECK(curve.latency(6) == Picoseconds{150});
  CHECK(curve.latency(16) == Picoseconds{350});
  CHECK(curve.latency(31) == Picoseconds{800});
  CHECK(curve.interval(31) == Picoseconds{310});
}

TEST_CASE("no steps take no time", "[kernel]") {
  const TimeCurve curve({{1, {100}, {10}}, {2, {110}, {20}}}, {});
  CHECK(curve.latency(0) == Picoseconds{0});
}

TEST_CASE("a straight line is fitted by its two ends", "[kernel]") {
  std::vector<TimeCurve::Sample> samples;
  for (std::int64_t t = 1; t <= 100; ++t) samples.push_back({t, {50 + 7 * t}, {7 * t}});

  const TimeCurve curve = TimeCurve::fit(samples, 0.001, {});

  CHECK(curve.knots().size() == 2);
  CHECK(curve.conditions().max_error == Approx(0.0).margin(1e-12));
  CHECK(curve.latency(1000) == Picoseconds{7050});
}

TEST_CASE("a bent curve gets a knot at the bend, and its stated error holds at every sample", "[kernel]") {
  std::vector<TimeCurve::Sample> samples;
  for (std::int64_t t = 1; t <= 64; ++t) {
    const std::int64_t time = t < 20 ? 100 * t : 2000 + 300 * (t - 20);
    samples.push_back({t, {time}, {time}});
  }

  const TimeCurve curve = TimeCurve::fit(samples, 0.01, {});

  CHECK(curve.knots().size() <= 4);
  CHECK(curve.conditions().max_error <= 0.01);
  for (const TimeCurve::Sample& sample : samples) {
    const double fitted = static_cast<double>(curve.latency(sample.steps).count);
    CHECK(std::abs(fitted / static_cast<double>(sample.latency.count) - 1.0) <= curve.conditions().max_error + 1e-3);
  }
}
