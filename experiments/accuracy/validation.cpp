#include "experiments/accuracy/validation.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/predictor.hpp"
#include "experiments/accuracy/split.hpp"

namespace mikpoly::lab {
namespace {

// The rows that the machine computes, and why not the others.
std::vector<TimedRow> usable_rows(const Accelerator& machine, const TimedTable& table, const ValidationRequest& request,
                                  std::map<std::string, std::int64_t>& left_out) {
  std::vector<TimedRow> rows;
  for (const TimedRow& row : table.rows) {
    if (row.dtype && machine.rate_for(*row.dtype) == nullptr) {
      ++left_out[fmt::format("{} does not compute on {}", machine.name, name_of(*row.dtype))];
    } else if (2e-9 * row.shape.macs() < request.least_gflop) {
      ++left_out[fmt::format("below {:g} GFLOP", request.least_gflop)];
    } else {
      rows.push_back(row);
    }
  }
  if (!rows.empty()) return rows;
  std::vector<std::string> reasons;
  for (const auto& [reason, count] : left_out) reasons.push_back(fmt::format("{} rows: {}", count, reason));
  throw ConfigError(fmt::format("{}: no row is left to predict; {}", table.file, fmt::join(reasons, "; ")));
}

NoiseFloor noise_floor(const std::string& file, std::span<const TimedRow> rows, DataType fallback) {
  const TimedTable other = load_timed_table(file);
  const auto key = [fallback](const TimedRow& row) {
    return fmt::format("{} {} {}", to_text(row.shape), name_of(row.dtype.value_or(fallback)), row.kind);
  };
  std::map<std::string, double> times;
  for (const TimedRow& row : other.rows) times.emplace(key(row), row.time_us);
  std::vector<PredictedRow> pairs;
  for (const TimedRow& row : rows) {
    const auto found = times.find(key(row));
    if (found != times.end()) pairs.push_back({row.shape, row.time_us, found->second, ""});
  }
  if (pairs.empty()) throw ConfigError(fmt::format("{}: has no shape of the other table", file));
  return {other.name, accuracy_of(pairs)};
}

}  // namespace

std::vector<PredictedRow> Validation::select(double least_gflop, double most_gflop, int half) const {
  std::vector<PredictedRow> chosen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double gflop = rows[i].gflop();
    if (gflop >= least_gflop && gflop < most_gflop && (half < 0 || halves[i] == half)) chosen.push_back(rows[i]);
  }
  return chosen;
}

Validation validate_table(const HardwareFile& hardware, const std::string& file, const ValidationRequest& request) {
  const Accelerator& machine = hardware.accelerator;
  const TimedTable table = load_timed_table(file, request.time_column);
  const DataType fallback = request.dtype.empty() ? machine.rates.front().input : parse_data_type(request.dtype);
  Validation validation{.hardware = machine.name,
                        .hardware_hash = hardware.hash,
                        .table = table.name,
                        .table_hash = table.hash,
                        .selector = "",
                        .dtype = std::string(name_of(fallback)),
                        .warm = request.warm,
                        .rows = {},
                        .halves = {},
                        .left_out = {},
                        .ignored_columns = table.ignored,
                        .noise = {}};
  const std::vector<TimedRow> rows = usable_rows(machine, table, request, validation.left_out);
  if (!request.noise_table.empty()) validation.noise = noise_floor(request.noise_table, rows, fallback);
  const Predictor predictor(hardware, rows, fallback, request.warm);
  validation.selector = predictor.selector();
  validation.rows = predictor.predict(rows);
  validation.halves = halves_of(rows);
  return validation;
}

}  // namespace mikpoly::lab
