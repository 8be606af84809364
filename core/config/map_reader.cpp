#include "core/config/map_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"

namespace mikpoly {

MapReader::MapReader(const YamlValue& map, Diagnostics& diagnostics) : map_(map), diagnostics_(diagnostics) {
  if (!map.node->is_map()) {
    diagnostics_.error(map.node->place, map.path, fmt::format("{} is not a map of keys", described(*map.node)));
  }
}

std::optional<YamlValue> MapReader::optional(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  const YamlNode* const node = map_.node->find(key);
  if (node == nullptr) return std::nullopt;
  return YamlValue{node, join_path(map_.path, key)};
}

std::optional<YamlValue> MapReader::required(std::string_view key) {
  std::optional<YamlValue> value = optional(key);
  if (!value && map_.node->is_map()) {
    diagnostics_.error(map_.node->place, map_.path, fmt::format("missing key \"{}\"", key));
  }
  return value;
}

std::string MapReader::text(std::string_view key) {
  const std::optional<YamlValue> value = required(key);
  return value ? read_text(*value, diagnostics_) : "";
}

std::string MapReader::text_or(std::string_view key, std::string_view fallback) {
  const std::optional<YamlValue> value = optional(key);
  return value ? read_text(*value, diagnostics_) : std::string(fallback);
}

std::string MapReader::name(std::string_view key) {
  const std::optional<YamlValue> value = required(key);
  return value ? read_name(*value, diagnostics_) : "";
}

std::int64_t MapReader::integer(std::string_view key, const IntegerRange& range) {
  const std::optional<YamlValue> value = required(key);
  return value ? read_integer(*value, range, diagnostics_) : range.least;
}

std::int64_t MapReader::integer_or(std::string_view key, std::int64_t fallback, const IntegerRange& range) {
  const std::optional<YamlValue> value = optional(key);
  return value ? read_integer(*value, range, diagnostics_) : fallback;
}

void MapReader::schema(std::string_view kind) {
  const std::string wanted = fmt::format("{}/v1", kind);
  const std::optional<YamlValue> value = optional("schema");
  if (!value) {
    if (!map_.node->is_map()) return;
    diagnostics_.error(map_.node->place, map_.path,
                       fmt::format("missing key \"schema\"; the file begins with \"schema: {}\"", wanted));
  } else if (!value->node->is_scalar() || value->node->text != wanted) {
    diagnostics_.error(value->node->place, value->path,
                       fmt::format("unknown schema {}; supported: {}", described(*value->node), wanted));
  }
}

void MapReader::finish() {
  for (const YamlEntry& entry : map_.node->entries) {
    if (std::ranges::find(known_, entry.key) != known_.end()) continue;
    diagnostics_.error(entry.place, join_path(map_.path, entry.key),
                       "unknown key" + nearest_and_known(entry.key, known_));
  }
}

}  // namespace mikpoly
