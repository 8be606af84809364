#include "experiments/accuracy/table_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
    {{"us", 1.0}, {"ms", 1e3}, {"ns", 1e-3}, {"s", 1e6}}};

}  // namespace

double time_unit(std::string_view column) {
  std::string lower(column);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [unit, microseconds] : kUnits) {
    if (lower == unit && unit != "s") return microseconds;
    // Rates are written with "_s" at the end too, such as gb_s.
    const bool is_rate = unit == "s" && lower.find("time") == std::string::npos;
    if (lower.ends_with("_" + std::string(unit)) && !is_rate) return microseconds;
  }
  return 0.0;
}

std::int64_t find_time_column(const CsvTable& table, const std::string& wanted) {
  std::vector<std::string> found;
  for (const std::string& column : table.columns) {
    const bool is_spread = column.find("iqr") != std::string::npos;
    if (time_unit(column) > 0.0 && !is_spread) found.push_back(column);
  }
  if (!wanted.empty()) {
    const std::int64_t column = table.column(wanted);
    if (column < 0 || time_unit(wanted) == 0.0) {
      throw ConfigError(fmt::format("{}: \"{}\" is no column of times; columns of times: {}", table.file, wanted,
                                    found.empty() ? "none" : fmt::format("{}", fmt::join(found, ", "))));
    }
    return column;
  }
  if (found.empty()) {
    throw ConfigError(
        fmt::format("{}: no column of times; a name such as time_us tells the unit: _s, _ms, _us or _ns", table.file));
  }
  if (found.size() > 1) {
    throw ConfigError(fmt::format("{}: {} columns of times: {}; --time-column says which", table.file, found.size(),
                                  fmt::join(found, ", ")));
  }
  return table.column(found.front());
}

DataType type_named(std::string_view text) {
  static const std::map<std::string, std::string, std::less<>> kOtherNames{
      {"fp16", "f16"},  {"half", "f16"},    {"float16", "f16"}, {"bfloat16", "bf16"}, {"fp32", "f32"},
      {"float", "f32"}, {"float32", "f32"}, {"fp64", "f64"},    {"double", "f64"},    {"float64", "f64"},
      {"int8", "i8"},   {"s8", "i8"},       {"int32", "i32"},   {"s32", "i32"}};
  constexpr std::string_view kTorch = "torch.";
  if (text.starts_with(kTorch)) text.remove_prefix(kTorch.size());
  const auto found = kOtherNames.find(text);
  return parse_data_type(found == kOtherNames.end() ? text : found->second);
}

}  // namespace mikpoly::lab
