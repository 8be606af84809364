#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

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

YamlNode& node_at(YamlNode& root, const std::vector<YamlPathPart>& parts, const YamlPlace& place,
                  std::string_view path) {
  YamlNode* node = &root;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    node = parts[i].key.empty() ? &item_at(*node, parts[i].index, place, path)
                                : &value_at(*node, parts[i].key, is_last, place, path);
  }
  return *node;
}

// The number that a text begins with, and where what follows it stands; nothing when it begins with none.
std::optional<std::pair<double, std::size_t>> leading_number(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  return std::pair{number, static_cast<std::size_t>(end - text.data())};
}

// The quantity `node` times the factor; its source does not describe the new value.
YamlNode scaled(const YamlNode& node, const std::string& factor, const YamlPlace& place, std::string_view path) {
  const YamlNode* const inner = node.find("value");
  const YamlNode& value = inner != nullptr ? *inner : node;
  const auto times = leading_number(factor);
  if (!times || times->second != factor.size()) {
    reject(place, path, fmt::format("\"{}\" is not a factor such as \"1.2\"", factor));
  }
  const auto number = value.is_scalar() ? leading_number(value.text) : std::nullopt;
  if (!number) reject(place, path, fmt::format("{} is not a quantity that has a factor", described(value)));
  YamlNode result;
  result.text = fmt::format("{:.15g}{}", number->first * times->first, value.text.substr(number->second));
  return result;
}

}  // namespace

void apply_set(YamlNode& root, const std::string& set) {
  const std::size_t equals = set.find('=');
  const bool scales = equals != std::string::npos && equals > 0 && set[equals - 1] == '*';
  const std::string path = set.substr(0, scales ? equals - 1 : equals);
  const std::vector<YamlPathPart> parts = split_path(path);
  if (equals == std::string::npos || parts.empty()) {
    throw ConfigError(fmt::format("--set \"{}\" is not PATH=VALUE such as \"pe.clock=1.2 GHz\"", set));
  }
  const std::string origin = fmt::format("--set \"{}\"", set);
  const YamlPlace place{std::make_shared<const std::string>(origin)};
  const std::string text = set.substr(equals + 1);
  Diagnostics diagnostics;
  YamlNode value;
  if (!scales && !text.empty()) value = parse_yaml(text, origin, diagnostics);
  diagnostics.throw_if_errors();
  YamlNode& node = node_at(root, parts, place, path);
  if (scales) value = scaled(node, text, place, path);
  set_places(value, place);
  node = std::move(value);
}

}  // namespace mikpoly
