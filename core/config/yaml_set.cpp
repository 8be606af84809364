#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/yaml_loader.hpp"
#include "core/config/yaml_path.hpp"
#include "core/config/yaml_reader.hpp"

namespace mikpoly {
namespace {

void set_places(YamlNode& node, const YamlPlace& place) {
  node.place = place;
  for (YamlNode& item : node.items) set_places(item, place);
  for (YamlEntry& entry : node.entries) {
    entry.place = place;
    set_places(entry.value, place);
  }
}

[[noreturn]] void reject(const YamlPlace& place, std::string_view path, std::string_view sentence) {
  throw ConfigError(fmt::format("{}: {}: {}", place.text(), path, sentence));
}

YamlNode& item_at(YamlNode& node, std::int64_t index, const YamlPlace& place, std::string_view path) {
  const auto size = static_cast<std::int64_t>(node.items.size());
  if (!node.is_list()) reject(place, path, fmt::format("{} is not a list", described(node)));
  if (index >= size) reject(place, path, fmt::format("index {} is past the end of a list of {}", index, size));
  return node.items[static_cast<std::size_t>(index)];
}

// The value under a key; a missing one is made when it is the last of the path.
YamlNode& value_at(YamlNode& node, const std::string& key, bool is_last, const YamlPlace& place,
                   std::string_view path) {
  if (!node.is_map()) reject(place, path, fmt::format("{} is not a map of keys", described(node)));
  if (YamlNode* const found = node.find(key)) return *found;
  if (!is_last) {
    const std::string nearest = did_you_mean(key, node.keys());
    reject(place, path,
           fmt::format("unknown key \"{}\"{}{} known: {}", key, nearest, nearest.empty() ? ";" : "",
                       fmt::join(node.keys(), ", ")));
  }
  node.entries.push_back({.key = key, .place = place, .value = {}});
  return node.entries.back().value;
}

}  // namespace

void apply_set(YamlNode& root, const std::string& set) {
  const std::size_t equals = set.find('=');
  const std::string path = set.substr(0, equals);
  const std::vector<YamlPathPart> parts = split_path(path);
  if (equals == std::string::npos || parts.empty()) {
    throw ConfigError(fmt::format("--set \"{}\" is not PATH=VALUE such as \"pe.clock=1.2 GHz\"", set));
  }
  const std::string origin = fmt::format("--set \"{}\"", set);
  Diagnostics diagnostics;
  YamlNode value;
  if (equals + 1 < set.size()) value = parse_yaml(set.substr(equals + 1), origin, diagnostics);
  diagnostics.throw_if_errors();
  const YamlPlace place{std::make_shared<const std::string>(origin)};
  YamlNode* node = &root;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    node = parts[i].key.empty() ? &item_at(*node, parts[i].index, place, path)
                                : &value_at(*node, parts[i].key, is_last, place, path);
  }
  set_places(value, place);
  *node = std::move(value);
}

}  // namespace mikpoly
