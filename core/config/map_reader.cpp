#include "core/config/map_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"

namespace mikpoly {

MapReader::MapReader(const YamlValue& map, Diagnostics& diagnostics) : map_(map), diagnostics_(diagnostics) {
  if (diagnostics_.recorder() != nullptr) reading_ = diagnostics_.recorder()->open(map.path);
  if (!map.node->is_map()) {
    diagnostics_.error(map.node->place, map.path, fmt::format("{} is not a map of keys", described(*map.node)));
  }
}

std::optional<YamlValue> MapReader::value(std::string_view key, bool is_required) {
  if (diagnostics_.recorder() != nullptr) diagnostics_.recorder()->ask(reading_, key, is_required);
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  const YamlNode* const node = map_.node->find(key);
  if (node != nullptr) return YamlValue{node, join_path(map_.path, key)};
  return std::nullopt;
}

std::optional<YamlValue> MapReader::optional(std::string_view key) {
  return value(key, false);
}

std::optional<YamlValue> MapReader::required(std::string_view key) {
  std::optional<YamlValue> found = value(key, true);
  if (!found && map_.node->is_map()) {
    diagnostics_.error(map_.node->place, map_.path, fmt::format("missing key \"{}\"", key));
  }
  return found;
}

std::optional<YamlValue> MapReader::alternative(std::string_view key) {
  if (map_.node->find(key) != nullptr) return value(key, true);
  known_.emplace_back(key);  // for the message on a key that is nearly this one
  return std::nullopt;
}

std::vector<YamlValue> MapReader::entries(const std::vector<std::string>& names) {
  const ScalarForm::Kind kind = names.empty() ? ScalarForm::Kind::text : ScalarForm::Kind::words;
  if (diagnostics_.recorder() != nullptr) diagnostics_.recorder()->any_key(reading_, {.kind = kind, .words = names});
  std::vector<YamlValue> values;
  for (const YamlEntry& entry : map_.node->entries) {
    values.push_back({&entry.value, join_path(map_.path, entry.key)});
  }
  return values;
}

void MapReader::keys_are_names() {
  if (diagnostics_.recorder() != nullptr) diagnostics_.recorder()->any_key(reading_, ScalarForm{});
}

std::string MapReader::text(std::string_view key) {
  const std::optional<YamlValue> found = required(key);
  return found ? read_text(*found, diagnostics_) : "";
}

std::string MapReader::text_or(std::string_view key, std::string_view fallback) {
  const std::optional<YamlValue> found = optional(key);
  return found ? read_text(*found, diagnostics_) : std::string(fallback);
}

std::string MapReader::name(std::string_view key) {
  const std::optional<YamlValue> found = required(key);
  return found ? read_name(*found, diagnostics_) : "";
}

std::int64_t MapReader::integer(std::string_view key, const IntegerRange& range) {
  const std::optional<YamlValue> found = required(key);
  return found ? read_integer(*found, range, diagnostics_) : range.least;
}

std::int64_t MapReader::integer_or(std::string_view key, std::int64_t fallback, const IntegerRange& range) {
  const std::optional<YamlValue> found = optional(key);
  return found ? read_integer(*found, range, diagnostics_) : fallback;
}

void MapReader::schema(std::string_view kind) {
  const std::string wanted = fmt::format("{}/v1", kind);
  const std::optional<YamlValue> stated = value("schema", true);
  if (diagnostics_.recorder() != nullptr) {
    diagnostics_.recorder()->scalar(join_path(map_.path, "schema"),
                                    {.kind = ScalarForm::Kind::words, .words = {wanted}});
  }
  if (!stated) {
    if (!map_.node->is_map()) return;
    diagnostics_.error(map_.node->place, map_.path,
                       fmt::format("missing key \"schema\"; the file begins with \"schema: {}\"", wanted));
  } else if (!stated->node->is_scalar() || stated->node->text != wanted) {
    diagnostics_.error(stated->node->place, stated->path,
                       fmt::format("unknown schema {}; supported: {}", described(*stated->node), wanted));
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
