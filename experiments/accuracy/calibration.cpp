#include "experiments/accuracy/calibration.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/yaml_writer.hpp"
#include "experiments/accuracy/least_squares.hpp"
#include "experiments/accuracy/predictor.hpp"
#include "experiments/accuracy/split.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kRowsPerConstant = 10;
constexpr double kUnsure = 0.25;  // standard error over the range from which a constant counts as not identifiable
constexpr double kAtBound = 1e-3;

std::pair<double, std::string> number_and_unit(const std::string& text, const std::string& path) {
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{}) throw ConfigError(fmt::format("{}: \"{}\" does not begin with a number", path, text));
  return {value, std::string(end, text.data() + text.size())};
}

FreeConstant constant_of(const Provenance& number, const std::string& file) {
  const std::string path = fmt::format("{}: {}", file, number.path);
  if (number.path.find('[') != std::string::npos) {
    throw ConfigError(
        fmt::format("{}: stands in a list, which a file that extends another replaces whole; fit a "
                    "constant of a map, such as contention.efficiency",
                    path));
  }
  const auto [value, unit] = number_and_unit(number.value, path);
  const auto [least, least_unit] = number_and_unit(number.least, path + ".fit");
  const auto [most, most_unit] = number_and_unit(number.most, path + ".fit");
  if (least_unit != unit || most_unit != unit) {
    throw ConfigError(fmt::format("{}.fit: [{}, {}] is not in the unit of the value, \"{}\"", path, number.least,
                                  number.most, number.value));
  }
  if (least >= most || value < least || value > most) {
    throw ConfigError(
        fmt::format("{}.fit: [{}, {}] does not enclose the value {}", path, number.least, number.most, number.value));
  }
  return {.path = number.path, .unit = unit, .value = value, .least = least, .most = most};
}

/// The table's rows, halved, and how well a machine predicts them.
class Fitting {
 public:
  Fitting(const CalibrationRequest& request, const HardwareFile& hardware) : request_(request) {
    const TimedTable table = load_timed_table(request.table, request.rows.time_column);
    table_ = table.name;
    const Accelerator& machine = hardware.accelerator;
    fallback_ = request.rows.dtype.empty() ? machine.rates.front().input : parse_data_type(request.rows.dtype);
    for (const TimedRow& row : table.rows) {
      const bool computes = machine.rate_for(row.dtype.value_or(fallback_)) != nullptr;
      if (computes && 2e-9 * row.shape.macs() >= request.rows.least_gflop) all_.push_back(row);
    }
    std::set<DataType> types;
    for (const TimedRow& row : all_) types.insert(row.dtype.value_or(fallback_));
    constants_ = free_constants(hardware, types);
    const std::vector<int> halves = halves_of(all_);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      (request.half < 0 || halves[i] == request.half ? fitted_ : other_).push_back(all_[i]);
    }
    const std::int64_t needed = kRowsPerConstant * std::ssize(constants_);
    if (std::ssize(fitted_) < needed) {
      throw ConfigError(fmt::format("{}: {} rows to fit {} constants; at least {} are needed", request.table,
                                    fitted_.size(), constants_.size(), needed));
    }
  }

  [[nodiscard]] FitProblem problem() const {
    FitProblem problem{
        .residuals = [this](const std::vector<double>& at) { return residuals(at); }, .start = {}, .cluster = {}};
    for (const FreeConstant& each : constants_) {
      problem.start.push_back((each.value - each.least) / (each.most - each.least));
    }
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> clusters;
    for (const TimedRow& row : fitted_) {
      problem.cluster.push_back(clusters.try_emplace({row.shape.n, row.shape.k}, clusters.size()).first->second);
    }
    return problem;
  }

  [[nodiscard]] double value(std::size_t constant, double at) const {
    const FreeConstant& each = constants_[constant];
    return each.least + at * (each.most - each.least);
  }

  [[nodiscard]] std::vector<PredictedRow> predicted(const std::vector<double>& at, bool on_fitted) const {
    const std::vector<TimedRow>& rows = on_fitted ? fitted_ : other_;
    return rows.empty() ? std::vector<PredictedRow>{}
                        : Predictor(machine(at), rows, fallback_, request_.rows.warm).predict(rows);
  }

  [[nodiscard]] const std::vector<FreeConstant>& constants() const { return constants_; }
  [[nodiscard]] const std::string& table() const { return table_; }

 private:
  [[nodiscard]] HardwareFile machine(const std::vector<double>& at) const {
    std::vector<std::string> sets = request_.sets;
    for (std::size_t i = 0; i < at.size(); ++i) {
      sets.push_back(fmt::format("{}={}", constants_[i].path, constants_[i].text(value(i, at[i]))));
    }
    return load_hardware(request_.hardware, sets);
  }

  [[nodiscard]] std::vector<double> residuals(const std::vector<double>& at) const {
    std::vector<double> result;
    for (const PredictedRow& row : predicted(at, true)) result.push_back(std::log(row.predicted_us / row.measured_us));
    return result;
  }

  const CalibrationRequest& request_;
  std::string table_;  // its name
  std::vector<FreeConstant> constants_;
  DataType fallback_ = DataType::f32;
  std::vector<TimedRow> all_;
  std::vector<TimedRow> fitted_;
  std::vector<TimedRow> other_;
};

std::string note_of(double at, double error) {
  if (std::isinf(error)) return "no row depends on it";
  if (at < kAtBound || at > 1.0 - kAtBound) return "at its bound";
  return error > kUnsure ? "not identifiable from these rows" : "";
}

Accuracy accuracy_in(const std::vector<PredictedRow>& rows, bool large) {
  std::vector<PredictedRow> chosen;
  for (const PredictedRow& row : rows) {
    if ((row.gflop() >= kLargeGflop) == large) chosen.push_back(row);
  }
  return accuracy_of(chosen);
}

}  // namespace

std::string FreeConstant::text(double number) const {
  return fmt::format("{:.6g}{}", number, unit);
}

std::vector<FreeConstant> free_constants(const HardwareFile& hardware, const std::set<DataType>& types) {
  std::vector<FreeConstant> constants;
  for (const Provenance& number : hardware.provenance) {
    const bool of_other_type = std::ranges::any_of(hardware.accelerator.rates, [&](const ComputeRate& rate) {
      return !types.contains(rate.input) && number.path.starts_with(fmt::format("compute.{}.", name_of(rate.input)));
    });
    if (!number.least.empty() && !of_other_type) constants.push_back(constant_of(number, hardware.path));
  }
  if (constants.empty() || constants.size() > kMostFreeConstants) {
    throw ConfigError(fmt::format("{}: {} constants have bounds to be fitted in, `fit: [LEAST, MOST]`; 1 to {} may",
                                  hardware.path, constants.size(), kMostFreeConstants));
  }
  return constants;
}

void check_bounds(const HardwareFile& hardware) {
  for (const Provenance& number : hardware.provenance) {
    if (!number.least.empty()) static_cast<void>(constant_of(number, hardware.path));
  }
}

Calibration calibrate(const CalibrationRequest& request) {
  const HardwareFile hardware = load_hardware(request.hardware, request.sets);
  const Fitting fitting(request, hardware);
  const FitResult result = fit(fitting.problem());
  const std::vector<PredictedRow> fitted = fitting.predicted(result.at, true);
  const std::vector<PredictedRow> other = fitting.predicted(result.at, false);
  Calibration calibration{.table = fitting.table(),
                          .constants = {},
                          .rows = std::ssize(fitted),
                          .fitted = accuracy_in(fitted, true),
                          .other = accuracy_in(other, true),
                          .other_small = accuracy_in(other, false)};
  for (std::size_t i = 0; i < result.at.size(); ++i) {
    const FreeConstant& constant = fitting.constants()[i];
    calibration.constants.push_back({.constant = constant,
                                     .value = fitting.value(i, result.at[i]),
                                     .error = result.error[i] * (constant.most - constant.least),
                                     .note = note_of(result.at[i], result.error[i])});
  }
  return calibration;
}

std::string calibrated_yaml(const Calibration& calibration, const CalibrationRequest& request, const std::string& name,
                            const std::string& base) {
  YamlNode root;
  root.kind = YamlNode::Kind::map;
  const auto scalar = [](const std::string& text) {
    YamlNode node;
    node.text = text;
    return node;
  };
  const auto add = [&](YamlNode& map, const std::string& key, YamlNode value) -> YamlNode& {
    map.entries.push_back({.key = key, .place = {}, .value = std::move(value)});
    return map.entries.back().value;
  };
  add(root, "schema", scalar("hardware/v1"));
  add(root, "extends", scalar(base));
  // Quoted where a reader would take the bare name for something else: a file may be called null.yaml or 1e3.yaml.
  add(root, "name", scalar(name)).quoted = name_scalar(name) != name;
  YamlNode empty;
  empty.kind = YamlNode::Kind::map;
  const std::string rows = request.half < 0 ? "all rows" : fmt::format("half {}", request.half);
  for (const FittedConstant& fitted : calibration.constants) {
    if (std::isinf(fitted.error)) continue;
    YamlNode* map = &root;
    std::size_t begin = 0;
    for (std::size_t dot = 0; (dot = fitted.constant.path.find('.', begin)) != std::string::npos; begin = dot + 1) {
      const std::string key = fitted.constant.path.substr(begin, dot - begin);
      YamlNode* const found = map->find(key);
      map = found != nullptr ? found : &add(*map, key, empty);
    }
    YamlNode value = empty;
    add(value, "value", scalar(fitted.constant.text(fitted.value)));
    add(value, "source",
        scalar(fmt::format("fitted on {} of {} ({} rows), standard error {}{}{}", rows, calibration.table,
                           calibration.rows, fitted.constant.text(fitted.error), fitted.note.empty() ? "" : "; ",
                           fitted.note)));
    add(value, "kind", scalar("inferred"));
    YamlNode bounds;
    bounds.kind = YamlNode::Kind::list;
    bounds.items = {scalar(fitted.constant.text(fitted.constant.least)),
                    scalar(fitted.constant.text(fitted.constant.most))};
    add(value, "fit", std::move(bounds));
    add(*map, fitted.constant.path.substr(begin), std::move(value));
  }
  return write_yaml(root);
}

}  // namespace mikpoly::lab
