#include "experiments/accuracy/accuracy_card.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/text_file.hpp"
#include "core/config/yaml_loader.hpp"
#include "core/config/yaml_writer.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/manifest.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr std::int64_t kMostBytes = 1 << 20;

std::string percent(double ratio) {
  return std::isnan(ratio) ? "~" : fmt::format("{:.2f}%", 100.0 * ratio);
}

std::string number(double value) {
  return std::isnan(value) ? "~" : fmt::format("{:.4f}", value);
}

std::string line(const std::string& name, const Accuracy& accuracy) {
  return fmt::format("  - {{rows: {}, of: {}, median: {}, mape: {}, p90: {}, bias: {}, tau: {}}}\n", accuracy.rows,
                     yaml_scalar(name), percent(accuracy.median), percent(accuracy.mape), percent(accuracy.p90),
                     percent(accuracy.bias), number(accuracy.tau));
}

std::string bands(const std::string& title, const std::vector<AccuracyBand>& all) {
  std::string text = title + ":\n";
  for (const AccuracyBand& band : all) text += line(band.name, band.accuracy);
  return text;
}

std::string error_lines(const Validation& validation) {
  const std::string large = fmt::format("at least {:g} GFLOP", kLargeGflop);
  const std::string small = fmt::format("below {:g} GFLOP", kLargeGflop);
  std::string text = "error:\n" + line("all", accuracy_of(validation.rows));
  text += line(large, accuracy_of(validation.select(kLargeGflop, kNoLimit)));
  text += line(small, accuracy_of(validation.select(0.0, kLargeGflop)));
  for (const int half : {0, 1}) {
    text += line(fmt::format("{}, half {}", large, half), accuracy_of(validation.select(kLargeGflop, kNoLimit, half)));
    text += line(fmt::format("{}, half {}", small, half), accuracy_of(validation.select(0.0, kLargeGflop, half)));
  }
  return text;
}

fs::path folder_of(const HardwareFile& hardware) {
  return fs::path(hardware.path).parent_path() / "accuracy" / hardware.accelerator.name;
}

std::vector<fs::path> card_files(const HardwareFile& hardware) {
  std::vector<fs::path> files;
  std::error_code status;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_of(hardware), status)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string card_text(const Validation& validation) {
  std::string text = fmt::format(
      "schema: accuracy/v1\nhardware: {}\nhardware_hash: \"{}\"\ntable: {}\ntable_hash: \"{}\"\ndate: {}\n"
      "tool_version: {}\nselector: {}\ndtype: {}\noperands: {}\nrows: {}\n",
      validation.hardware, validation.hardware_hash, yaml_scalar(validation.table), validation.table_hash,
      utc_now().substr(0, 10), build_info().version, validation.selector, validation.dtype,
      validation.warm ? "warm" : "cold", validation.rows.size());
  text += "left_out:";
  if (validation.left_out.empty()) text += " []";
  text += "\n";
  for (const auto& [reason, count] : validation.left_out) {
    text += fmt::format("  - {{rows: {}, reason: {}}}\n", count, yaml_scalar(reason));
  }
  const auto flop = [](const PredictedRow& row) { return 2.0 * row.shape.macs(); };
  const auto [least, most] = std::ranges::minmax(validation.rows, {}, flop);
  text += fmt::format("range: {{least_flop: {:.0f}, most_flop: {:.0f}}}\n", flop(least), flop(most));
  text += error_lines(validation);
  text += fmt::format("rank: {{tau: {}, tau_within_nk: {}}}\n", number(accuracy_of(validation.rows).tau),
                      number(tau_within_nk(validation.rows)));
  text += bands("by_work", by_flop_decade(validation.rows));
  text += bands("by_intensity", by_intensity(validation.rows, bytes_of(parse_data_type(validation.dtype))));
  if (validation.noise) {
    text += "noise_floor:\n" + line(validation.noise->table + " against it", validation.noise->difference);
  }
  return text;
}

std::string card_path(const HardwareFile& hardware, const std::string& table) {
  return (folder_of(hardware) / (table + ".yaml")).string();
}

std::vector<std::string> cards_of(const HardwareFile& hardware) {
  std::vector<std::string> cards;
  for (const fs::path& file : card_files(hardware)) {
    try {
      cards.push_back(read_text_file(file.string(), kMostBytes));
    } catch (const ConfigError&) {
      continue;
    }
  }
  return cards;
}

bool ValidatedRange::covers(const GemmShape& shape) const {
  const double flop = 2.0 * shape.macs();
  return flop >= least_flop && flop <= most_flop;
}

std::optional<ValidatedRange> validated_range(const HardwareFile& hardware) {
  std::optional<ValidatedRange> range;
  for (const fs::path& file : card_files(hardware)) {
    Diagnostics diagnostics;
    const YamlNode root = load_yaml(file.string(), {}, diagnostics);
    MapReader card({&root, ""}, diagnostics);
    card.schema("accuracy");
    const std::optional<YamlValue> value = card.required("range");
    diagnostics.throw_if_errors();
    MapReader map(*value, diagnostics);
    const double least = static_cast<double>(map.integer("least_flop", {}));
    const double most = static_cast<double>(map.integer("most_flop", {}));
    diagnostics.throw_if_errors();
    if (!range) range = ValidatedRange{least, most};
    range->least_flop = std::min(range->least_flop, least);
    range->most_flop = std::max(range->most_flop, most);
  }
  return range;
}

}  // namespace mikpoly::lab
