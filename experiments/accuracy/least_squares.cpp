#include "experiments/accuracy/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <Eigen/Dense>

namespace mikpoly::lab {
namespace {

constexpr double kDifference = 5e-3;  // step of the derivatives, of the unit range
constexpr double kConverged = 1e-5;   // relative gain below which a step is the last
constexpr double kNoEffect = 1e-6;    // root mean square change of a residual that counts as none
constexpr double kMostDamping = 1e8;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Vector vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

double cost_of(const Vector& residuals, double scale) {
  return 2.0 * scale * scale * ((1.0 + (residuals / scale).array().square()).sqrt() - 1.0).sum();
}

Vector weights_of(const Vector& residuals, double scale) {
  return (1.0 + (residuals / scale).array().square()).sqrt().inverse().matrix();
}

std::vector<double> moved(const std::vector<double>& at, const Vector& step) {
  std::vector<double> to = at;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::clamp(to[i] + step[static_cast<Eigen::Index>(i)], 0.0, 1.0);
  return to;
}

Matrix jacobian(const FitProblem& problem, const std::vector<double>& at, const Vector& here) {
  Matrix result(here.size(), std::ssize(at));
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double step = at[i] + kDifference <= 1.0 ? kDifference : -kDifference;
    std::vector<double> beside = at;
    beside[i] += step;
    result.col(static_cast<Eigen::Index>(i)) = (vector_of(problem.residuals(beside)) - here) / step;
  }
  return result;
}

// Parameters without effect would make the equations singular: their diagonal is one.
Matrix normal_matrix(const Matrix& slopes, const Vector& weights) {
  Matrix normal = slopes.transpose() * weights.asDiagonal() * slopes;
  for (Eigen::Index i = 0; i < normal.rows(); ++i) {
    if (normal(i, i) < kNoEffect * kNoEffect * static_cast<double>(slopes.rows())) normal(i, i) = 1.0;
  }
  return normal;
}

// Root mean square change of a residual over each parameter's whole range.
std::vector<double> sensitivity_of(const Matrix& slopes) {
  std::vector<double> changes;
  for (const auto& slope : slopes.colwise()) {
    changes.push_back(std::sqrt(slope.squaredNorm() / static_cast<double>(slopes.rows())));
  }
  return changes;
}

std::vector<double> errors_of(const FitProblem& problem, const Matrix& slopes, const Vector& residuals,
                              const std::vector<double>& sensitivity) {
  const Vector weights = weights_of(residuals, problem.scale);
  std::map<std::size_t, Vector> scores;
  for (Eigen::Index row = 0; row < slopes.rows(); ++row) {
    const std::size_t cluster = problem.cluster[static_cast<std::size_t>(row)];
    const auto [score, is_new] = scores.try_emplace(cluster, Vector::Zero(slopes.cols()));
    score->second += weights[row] * residuals[row] * slopes.row(row).transpose();
  }
  Matrix spread = Matrix::Zero(slopes.cols(), slopes.cols());
  for (const auto& [cluster, score] : scores) spread += score * score.transpose();
  const Matrix inverse = normal_matrix(slopes, weights).inverse();
  const Matrix covariance = inverse * spread * inverse;
  std::vector<double> errors;
  for (Eigen::Index i = 0; i < slopes.cols(); ++i) {
    const bool has_effect = sensitivity[static_cast<std::size_t>(i)] >= kNoEffect;
    errors.push_back(has_effect ? std::sqrt(covariance(i, i)) : std::numeric_limits<double>::infinity());
  }
  return errors;
}

}  // namespace

FitResult fit(const FitProblem& problem, int most_steps) {
  FitResult result{.at = problem.start, .error = {}, .sensitivity = {}};
  Vector residuals = vector_of(problem.residuals(result.at));
  result.cost = cost_of(residuals, problem.scale);
  double damping = 1e-2;
  Matrix slopes = jacobian(problem, result.at, residuals);
  for (; result.steps < most_steps && damping < kMostDamping; ++result.steps) {
    const Vector weights = weights_of(residuals, problem.scale);
    const Matrix normal = normal_matrix(slopes, weights);
    const Vector downhill = -slopes.transpose() * (weights.array() * residuals.array()).matrix();
    bool better = false;
    double gain = 0.0;
    for (; !better && damping < kMostDamping; damping *= better ? 0.2 : 5.0) {
      const Matrix damped = normal + damping * Matrix(normal.diagonal().asDiagonal());
      const std::vector<double> to = moved(result.at, damped.ldlt().solve(downhill));
      const Vector there = vector_of(problem.residuals(to));
      const double cost = cost_of(there, problem.scale);
      if (cost >= result.cost) continue;
      gain = (result.cost - cost) / result.cost;
      better = true;
      result.at = to;
      result.cost = cost;
      residuals = there;
    }
    if (!better) break;
    slopes = jacobian(problem, result.at, residuals);
    if (gain < kConverged) break;
  }
  result.sensitivity = sensitivity_of(slopes);
  result.error = errors_of(problem, slopes, residuals, result.sensitivity);
  return result;
}

}  // namespace mikpoly::lab
