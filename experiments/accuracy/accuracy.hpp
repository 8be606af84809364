// How far predictions are from measured times.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/problem/gemm_shape.hpp"

namespace mikpoly::lab {

struct PredictedRow {
  GemmShape shape;
  double measured_us = 0.0;
  double predicted_us = 0.0;
  std::string plan;  ///< that was simulated, as text

  [[nodiscard]] double error() const { return predicted_us / measured_us - 1.0; }  ///< signed, relative
  [[nodiscard]] double gflop() const { return 2e-9 * shape.macs(); }
};

/// Relative errors of some rows; NaN where there are none.
struct Accuracy {
  std::int64_t rows = 0;
  double median = 0.0;  ///< of |error|
  double mape = 0.0;    ///< mean of |error|
  double p90 = 0.0;     ///< of |error|
  double bias = 0.0;    ///< median of the signed error
  double tau = 0.0;     ///< Kendall's tau-b of predicted and measured
};

Accuracy accuracy_of(std::span<const PredictedRow> rows);

/// Mean of Kendall's tau within each (n, k) that has at least `least` rows: does the order in m hold?
/// Returns: NaN when there is no such (n, k).
double tau_within_nk(std::span<const PredictedRow> rows, std::size_t least = 5);

/// The rows between two bounds of some measure.
struct AccuracyBand {
  std::string name;  ///< such as "0.1..1 GFLOP"
  Accuracy accuracy;
};

/// By powers of ten of 2 m n k.
std::vector<AccuracyBand> by_flop_decade(std::span<const PredictedRow> rows);

/// By powers of four of FLOP per compulsory byte, of operands of `element_bytes`.
std::vector<AccuracyBand> by_intensity(std::span<const PredictedRow> rows, std::int64_t element_bytes);

}  // namespace mikpoly::lab
