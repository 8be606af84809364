#include "experiments/accuracy/accuracy.hpp"

#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

using Rows = std::vector<PredictedRow>;

double tau_of(std::span<const PredictedRow> rows) {
  std::vector<double> predicted;
  std::vector<double> measured;
  for (const PredictedRow& row : rows) {
    predicted.push_back(row.predicted_us);
    measured.push_back(row.measured_us);
  }
  return kendall_tau(predicted, measured);
}

// Rows whose measure lies in [base^i, base^(i+1)), each with its accuracy.
template <typename Measure>
std::vector<AccuracyBand> by_power(std::span<const PredictedRow> rows, double base, std::string_view unit,
                                   Measure measure) {
  std::map<int, Rows> bands;
  for (const PredictedRow& row : rows) {
    bands[static_cast<int>(std::floor(std::log(measure(row)) / std::log(base) + 1e-9))].push_back(row);
  }
  std::vector<AccuracyBand> result;
  for (const auto& [power, band] : bands) {
    result.push_back(
        {fmt::format("{:g}..{:g} {}", std::pow(base, power), std::pow(base, power + 1), unit), accuracy_of(band)});
  }
  return result;
}

}  // namespace

Accuracy accuracy_of(std::span<const PredictedRow> rows) {
  std::vector<double> absolute;
  std::vector<double> sign;
  for (const PredictedRow& row : rows) {
    sign.push_back(row.error());
    absolute.push_back(std::abs(row.error()));
  }
  return {.rows = std::ssize(rows),
          .median = quantile(absolute, 0.5),
          .mape = mean(absolute),
          .p90 = quantile(absolute, 0.9),
          .bias = quantile(sign, 0.5),
          .tau = tau_of(rows)};
}

double tau_within_nk(std::span<const PredictedRow> rows, std::size_t least) {
  std::map<std::pair<std::int64_t, std::int64_t>, Rows> groups;
  for (const PredictedRow& row : rows) groups[{row.shape.n, row.shape.k}].push_back(row);
  std::vector<double> taus;
  for (const auto& [nk, group] : groups) {
    if (group.size() >= least) taus.push_back(tau_of(group));
  }
  return mean(taus);
}

std::vector<AccuracyBand> by_flop_decade(std::span<const PredictedRow> rows) {
  return by_power(rows, 10.0, "GFLOP", [](const PredictedRow& row) { return row.gflop(); });
}

std::vector<AccuracyBand> by_intensity(std::span<const PredictedRow> rows, std::int64_t element_bytes) {
  return by_power(rows, 4.0, "FLOP/B", [element_bytes](const PredictedRow& row) {
    const auto product = [](std::int64_t a, std::int64_t b) { return static_cast<double>(a) * static_cast<double>(b); };
    const GemmShape& s = row.shape;
    const double elements = static_cast<double>(s.batch) * (product(s.m, s.k) + product(s.k, s.n) + product(s.m, s.n));
    return 2.0 * s.macs() / (elements * static_cast<double>(element_bytes));
  });
}

}  // namespace mikpoly::lab
