#include "core/config/hardware_values.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/config/yaml_writer.hpp"

namespace mikpoly {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 30;

std::string value_text(const YamlNode& node) {
  if (node.is_scalar()) return node.text;
  std::string text = write_yaml(node);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// The sourced value under the key; absence is an error when it is required.
std::optional<YamlValue> find_value(MapReader& map, std::string_view key, HardwareReading& reading, bool required) {
  const std::optional<YamlValue> value = required ? map.required(key) : map.optional(key);
  return value ? std::optional(sourced(*value, reading)) : std::nullopt;
}

double to_cycles(const Quantity& quantity, double clock_ghz) {
  if (quantity.dimension == Dimension::bytes_per_second) return quantity.value / (clock_ghz * 1e9);
  if (quantity.dimension == Dimension::time) return quantity.value * clock_ghz / 1e3;
  return quantity.value;
}

double quantity_at(MapReader& map, std::string_view key, HardwareReading& reading,
                   const std::vector<Dimension>& allowed, std::optional<double> fallback) {
  const std::optional<YamlValue> value = find_value(map, key, reading, !fallback);
  if (!value) return fallback.value_or(1.0);
  return to_cycles(read_quantity(*value, allowed, reading.diagnostics), reading.clock_ghz);
}

// `fit: [LEAST, MOST]` of a constant that may be fitted; a datasheet's number may not.
void read_bounds(const YamlValue& fit, Provenance& provenance, Diagnostics& diagnostics) {
  const std::vector<YamlValue> bounds = read_list(fit, diagnostics);
  if (bounds.size() != 2) {
    if (fit.node->is_list()) diagnostics.error(fit.node->place, fit.path, "not the two bounds [LEAST, MOST]");
    return;
  }
  if (provenance.kind == "datasheet") {
    diagnostics.error(fit.node->place, fit.path,
                      "a datasheet's number is not fitted; give another kind or leave fit out");
  }
  provenance.least = read_text(bounds[0], diagnostics);
  provenance.most = read_text(bounds[1], diagnostics);
}

}  // namespace

YamlValue sourced(const YamlValue& value, HardwareReading& reading) {
  Provenance provenance;
  provenance.path = value.path;
  YamlValue bare = value;
  if (reading.diagnostics.recorder() != nullptr) reading.diagnostics.recorder()->sourced(value.path);
  if (value.node->is_map()) {
    static const std::vector<std::string> kKinds{"datasheet", "measured", "inferred", "assumed"};
    MapReader map(value, reading.diagnostics);
    const std::optional<YamlValue> inner = map.required("value");
    provenance.source = map.text_or("source", "");
    if (const std::optional<YamlValue> kind = map.optional("kind")) {
      provenance.kind = kKinds[static_cast<std::size_t>(read_choice(*kind, kKinds, reading.diagnostics))];
    }
    if (const std::optional<YamlValue> fit = map.optional("fit")) read_bounds(*fit, provenance, reading.diagnostics);
    map.finish();
    if (inner) bare.node = inner->node;
  } else if (value.node->place.line == 0 && value.node->place.file) {
    provenance.source = *value.node->place.file;  // an override of the command line
    provenance.kind = "assumed";
  }
  provenance.value = value_text(*bare.node);
  reading.provenance.push_back(provenance);
  return bare;
}

const YamlNode& bare_node(const YamlNode& node) {
  const YamlNode* const inner = node.is_map() ? node.find("value") : nullptr;
  return inner == nullptr ? node : *inner;
}

std::int64_t count_at(MapReader& map, std::string_view key, HardwareReading& reading,
                      std::optional<std::int64_t> fallback) {
  const std::optional<YamlValue> value = find_value(map, key, reading, !fallback);
  if (!value) return fallback.value_or(1);
  return read_integer(*value, {.least = 1, .most = kMostCount}, reading.diagnostics);
}

double bandwidth_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<double> fallback) {
  return quantity_at(map, key, reading, {Dimension::bytes_per_cycle, Dimension::bytes_per_second}, fallback);
}

Bytes size_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<Bytes> fallback) {
  const std::optional<YamlValue> value = find_value(map, key, reading, !fallback);
  if (!value) return fallback.value_or(Bytes{1});
  const Quantity quantity = read_quantity(*value, {Dimension::bytes}, reading.diagnostics);
  return {std::llround(quantity.value)};
}

double cycles_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<double> fallback) {
  return quantity_at(map, key, reading, {Dimension::cycles, Dimension::time}, fallback);
}

Picoseconds time_at(MapReader& map, std::string_view key, HardwareReading& reading,
                    std::optional<Picoseconds> fallback) {
  const std::optional<YamlValue> value = find_value(map, key, reading, !fallback);
  if (!value) return fallback.value_or(Picoseconds{});
  const Quantity quantity = read_quantity(*value, {Dimension::time, Dimension::cycles}, reading.diagnostics);
  const bool in_cycles = quantity.dimension == Dimension::cycles;
  const double picoseconds = in_cycles ? quantity.value * 1e3 / reading.clock_ghz : quantity.value;
  if (picoseconds < 0x1.0p62) return {std::llround(picoseconds)};
  reading.diagnostics.error(value->node->place, value->path, fmt::format("\"{}\" is too large", value->node->text));
  return {};
}

double ratio_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<double> fallback) {
  return quantity_at(map, key, reading, {Dimension::ratio}, fallback);
}

double gigahertz_at(MapReader& map, std::string_view key, HardwareReading& reading) {
  const std::optional<YamlValue> value = find_value(map, key, reading, true);
  if (!value) return 1.0;
  return read_quantity(*value, {Dimension::frequency}, reading.diagnostics).value / 1e9;
}

TileShape read_tile(const YamlValue& value, Diagnostics& diagnostics) {
  const std::vector<YamlValue> items = read_list(value, diagnostics);
  if (items.size() != 3) {
    if (value.node->is_list()) {
      diagnostics.error(value.node->place, value.path,
                        fmt::format("a list of {} is not the three numbers [m, n, k]", items.size()));
    }
    return {1, 1, 1};
  }
  const IntegerRange range{.least = 1, .most = std::int64_t{1} << 20};
  const auto extent = [&](std::size_t i) { return read_integer(items[i], range, diagnostics); };
  return {.m = extent(0), .n = extent(1), .k = extent(2)};
}

TileShape tile_at(MapReader& map, std::string_view key, HardwareReading& reading) {
  const std::optional<YamlValue> value = find_value(map, key, reading, true);
  return value ? read_tile(*value, reading.diagnostics) : TileShape{1, 1, 1};
}

Bytes read_size(const YamlValue& value, HardwareReading& reading) {
  const YamlValue bare = sourced(value, reading);
  return {std::llround(read_quantity(bare, {Dimension::bytes}, reading.diagnostics).value)};
}

}  // namespace mikpoly
