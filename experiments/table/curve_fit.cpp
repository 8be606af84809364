#include "experiments/table/curve_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <Eigen/Dense>

namespace mikpoly::lab {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Samples = std::vector<CurveSample>;

// The sampled t, or kMostKnots of them, evenly spaced by their logarithm.
std::vector<std::int64_t> knots_of(const Samples& samples) {
  std::set<std::int64_t> sampled;
  for (const CurveSample& sample : samples) sampled.insert(sample.steps);
  const std::vector<std::int64_t> all(sampled.begin(), sampled.end());
  if (all.size() <= kMostKnots) return all;
  std::set<std::int64_t> chosen;
  const double ratio = static_cast<double>(all.back()) / static_cast<double>(all.front());
  for (std::size_t i = 0; i < kMostKnots; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kMostKnots - 1);
    const double wanted = static_cast<double>(all.front()) * std::pow(ratio, share);
    chosen.insert(*std::ranges::min_element(
        all, {}, [wanted](std::int64_t steps) { return std::abs(std::log(static_cast<double>(steps) / wanted)); }));
  }
  return {chosen.begin(), chosen.end()};
}

// What each knot counts at `steps`: its hat function, the outer lines going on. A single knot counts in proportion.
void add_weights(const std::vector<std::int64_t>& knots, std::int64_t steps, double factor,
                 Eigen::Ref<Eigen::RowVectorXd> row) {
  if (knots.size() == 1) {
    row[0] += factor * static_cast<double>(steps) / static_cast<double>(knots[0]);
    return;
  }
  std::size_t right = 1;
  while (right + 1 < knots.size() && knots[right] < steps) ++right;
  const double share =
      static_cast<double>(steps - knots[right - 1]) / static_cast<double>(knots[right] - knots[right - 1]);
  row[static_cast<Eigen::Index>(right - 1)] += factor * (1.0 - share);
  row[static_cast<Eigen::Index>(right)] += factor * share;
}

/// One kernel's equations, each divided by its time: weights of the knots, and of `fixed`; the right side is 1.
struct Equations {
  std::vector<std::int64_t> knots;
  Matrix of_knots;
  Vector of_fixed;
};

Equations equations_of(const Samples& samples) {
  Equations equations{.knots = knots_of(samples), .of_knots = {}, .of_fixed = {}};
  const auto rows = std::ssize(samples);
  equations.of_knots = Matrix::Zero(rows, std::ssize(equations.knots));
  equations.of_fixed = Vector(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const CurveSample& sample = samples[static_cast<std::size_t>(i)];
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(std::ssize(equations.knots));
    add_weights(equations.knots, sample.steps, sample.waves / sample.time_ps, row);
    equations.of_knots.row(i) = row;
    equations.of_fixed[i] = 1.0 / sample.time_ps;
  }
  return equations;
}

Vector solved(const Equations& equations, const Vector& right) {
  return equations.of_knots.colPivHouseholderQr().solve(right);
}

// The part of `values` that no g explains.
Vector unexplained(const Equations& equations, const Vector& values) {
  return values - equations.of_knots * solved(equations, values);
}

double fit_fixed(const std::vector<Equations>& kernels, double most) {
  double along = 0.0;
  double length = 0.0;
  for (const Equations& equations : kernels) {
    if (equations.of_fixed.size() <= std::ssize(equations.knots)) continue;  // g explains everything
    const Vector fixed = unexplained(equations, equations.of_fixed);
    along += fixed.dot(unexplained(equations, Vector::Ones(equations.of_fixed.size())));
    length += fixed.squaredNorm();
  }
  return length > 0.0 ? std::clamp(along / length, 0.0, most) : 0.0;
}

// The nearest sequence that never falls.
void level(Vector& values) {
  struct Block {
    double sum;
    Eigen::Index count;
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (const double value : values) {
    blocks.push_back({value, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().count += last.count;
    }
  }
  Eigen::Index at = 0;
  for (const Block& block : blocks) {
    for (Eigen::Index i = 0; i < block.count; ++i) values[at++] = block.mean();
  }
}

TimeCurve::Sample knot_at(std::int64_t steps, double time_ps) {
  const Picoseconds time = Picoseconds::rounded(std::max(1.0, time_ps));
  return {steps, time, time};
}

// At one step: the first line goes on, or the first knot's share.
double at_one_step(const std::vector<std::int64_t>& knots, const Vector& values) {
  const double share = values[0] / static_cast<double>(knots[0]);
  if (knots.size() == 1) return share;
  const double slope = (values[1] - values[0]) / static_cast<double>(knots[1] - knots[0]);
  return std::max(share, values[0] - slope * static_cast<double>(knots[0] - 1));
}

TimeCurve curve_of(const Equations& equations, const Samples& samples, double fixed) {
  Vector values = solved(equations, Vector::Ones(equations.of_fixed.size()) - fixed * equations.of_fixed);
  level(values);
  std::vector<TimeCurve::Sample> knots;
  if (equations.knots.front() > 1) knots.push_back(knot_at(1, at_one_step(equations.knots, values)));
  for (std::size_t i = 0; i < equations.knots.size(); ++i) {
    knots.push_back(knot_at(equations.knots[i], values[static_cast<Eigen::Index>(i)]));
  }
  TimeCurve curve(knots, {.load = "whole products of a table", .source_level = "as the table was measured"});
  double worst = 0.0;
  for (const CurveSample& sample : samples) {
    const double fitted = fixed + sample.waves * static_cast<double>(curve.latency(sample.steps).count);
    worst = std::max(worst, std::abs(fitted / sample.time_ps - 1.0));
  }
  TimeCurve::Conditions conditions = curve.conditions();
  conditions.max_error = worst;
  return {std::move(knots), conditions};
}

}  // namespace

FittedCurves fit_curves(const std::vector<Samples>& kernels) {
  std::vector<Equations> equations;
  double shortest = std::numeric_limits<double>::infinity();
  for (const Samples& samples : kernels) {
    if (samples.empty()) {
      equations.emplace_back();
      continue;
    }
    equations.push_back(equations_of(samples));
    for (const CurveSample& sample : samples) shortest = std::min(shortest, sample.time_ps);
  }
  FittedCurves fitted;
  fitted.fixed = Picoseconds::rounded(std::isfinite(shortest) ? fit_fixed(equations, shortest) : 0.0);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].empty()) {
      fitted.curves.emplace_back();
    } else {
      fitted.curves.emplace_back(curve_of(equations[i], kernels[i], static_cast<double>(fitted.fixed.count)));
    }
  }
  return fitted;
}

}  // namespace mikpoly::lab
