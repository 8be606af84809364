#include "core/config/yaml_node.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/yaml_path.hpp"

namespace mikpoly {

std::string YamlPlace::text() const {
  const std::string_view name = file ? std::string_view(*file) : std::string_view("input");
  return line == 0 ? std::string(name) : fmt::format("{}:{}:{}", name, line, column);
}

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

YamlNode* YamlNode::find(std::string_view key) {
  for (YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

std::vector<std::string> YamlNode::keys() const {
  std::vector<std::string> all;
  for (const YamlEntry& entry : entries) all.push_back(entry.key);
  return all;
}

std::string described(const YamlNode& node) {
  constexpr std::size_t kLongest = 60;
  if (node.is_list()) return "a list";
  if (node.is_map()) return "a map";
  if (node.is_null()) return "empty";
  if (node.text.size() <= kLongest) return fmt::format("\"{}\"", node.text);
  std::size_t cut = kLongest;
  while (cut > 0 && (static_cast<unsigned char>(node.text[cut]) & 0xC0U) == 0x80U) --cut;  // keep UTF-8 whole
  return fmt::format("\"{}...\"", node.text.substr(0, cut));
}

std::string join_path(std::string_view parent, std::string_view key) {
  return parent.empty() ? std::string(key) : fmt::format("{}.{}", parent, key);
}

void reject(const YamlPlace& place, std::string_view path, std::string_view sentence) {
  throw ConfigError(fmt::format("{}: {}: {}", place.text(), path, sentence));
}

const YamlNode& deepest_node(const YamlNode& root, std::string_view path) {
  const YamlNode* node = &root;
  for (const YamlPathPart& part : split_path(path)) {
    const YamlNode* next = nullptr;
    if (!part.key.empty()) {
      next = node->find(part.key);
    } else if (part.index < static_cast<std::int64_t>(node->items.size())) {
      next = &node->items[static_cast<std::size_t>(part.index)];
    }
    if (next == nullptr) break;
    node = next;
  }
  return *node;
}

std::int64_t node_count(const YamlNode& node) {
  constexpr std::size_t kBytesOfNode = 256;
  auto count = static_cast<std::int64_t>(1 + node.text.size() / kBytesOfNode);
  for (const YamlNode& item : node.items) count += node_count(item);
  for (const YamlEntry& entry : node.entries) count += node_count(entry.value);
  return count;
}

}  // namespace mikpoly
