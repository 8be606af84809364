#include "core/kernel/time_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

using Sample = TimeCurve::Sample;
using Field = Picoseconds Sample::*;

// The line through two samples, at `steps`.
double line_at(const Sample& left, const Sample& right, std::int64_t steps, Field field) {
  const double run = static_cast<double>(right.steps - left.steps);
  const double rise = static_cast<double>((right.*field).count - (left.*field).count);
  return static_cast<double>((left.*field).count) + rise / run * static_cast<double>(steps - left.steps);
}

Picoseconds evaluate(const std::vector<Sample>& knots, std::int64_t steps, Field field) {
  if (steps <= 0 || knots.empty()) return {};
  if (knots.size() == 1) return knots.front().*field * steps;
  std::size_t right = 1;
  while (right + 1 < knots.size() && knots[right].steps < steps) ++right;
  return Picoseconds::rounded(line_at(knots[right - 1], knots[right], steps, field));
}

double relative_error(double fitted, Picoseconds sampled) {
  if (sampled.count == 0) return fitted == 0.0 ? 0.0 : 1.0;
  return std::abs(fitted / static_cast<double>(sampled.count) - 1.0);
}

// Largest error of the chord first..last over the samples between them, both fields.
double chord_error(const std::vector<Sample>& samples, std::size_t first, std::size_t last) {
  double worst = 0.0;
  for (std::size_t i = first + 1; i < last; ++i) {
    for (const Field field : {&Sample::latency, &Sample::interval}) {
      const double fitted = line_at(samples[first], samples[last], samples[i].steps, field);
      worst = std::max(worst, relative_error(fitted, samples[i].*field));
    }
  }
  return worst;
}

}  // namespace

TimeCurve::TimeCurve(std::vector<Sample> knots, Conditions conditions)
    : knots_(std::move(knots)), conditions_(std::move(conditions)) {
  ensure(!knots_.empty(), "a time curve has at least one knot");
}

TimeCurve TimeCurve::fit(const std::vector<Sample>& samples, double tolerance, Conditions conditions) {
  ensure(!samples.empty(), "a time curve is fitted to at least one sample");
  std::vector<Sample> knots{samples.front()};
  std::size_t first = 0;
  while (first + 1 < samples.size()) {
    std::size_t last = first + 1;
    while (last + 1 < samples.size() && chord_error(samples, first, last + 1) <= tolerance) ++last;
    conditions.max_error = std::max(conditions.max_error, chord_error(samples, first, last));
    knots.push_back(samples[last]);
    first = last;
  }
  return TimeCurve(std::move(knots), std::move(conditions));
}

Picoseconds TimeCurve::latency(std::int64_t steps) const {
  return evaluate(knots_, steps, &Sample::latency);
}

Picoseconds TimeCurve::interval(std::int64_t steps) const {
  return evaluate(knots_, steps, &Sample::interval);
}

}  // namespace mikpoly
