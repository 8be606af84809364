// What a YAML file says, as a plain tree in which every value and key knows where it stands.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// A place in a file, for messages; lines and columns count from 1. Line 0: the file or the flag as a whole.
struct YamlPlace {
  std::shared_ptr<const std::string> file;
  std::int32_t line = 0;
  std::int32_t column = 0;

  /// `file:line:column`, or `file` alone for line 0.
  [[nodiscard]] std::string text() const;
};

struct YamlEntry;

/// A scalar, a list or a map. Scalars stay text: what `n` or `no` means is decided by who reads it.
struct YamlNode {
  enum class Kind { scalar, list, map };

  Kind kind = Kind::scalar;
  bool quoted = false;  ///< scalar written in quotes or as a block
  std::string text;     ///< scalar; empty and not quoted for a missing value, `~` and `null`
  YamlPlace place;
  std::vector<YamlNode> items;     ///< list
  std::vector<YamlEntry> entries;  ///< map, in file order

  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_list() const { return kind == Kind::list; }
  [[nodiscard]] bool is_map() const { return kind == Kind::map; }
  [[nodiscard]] bool is_null() const { return is_scalar() && !quoted && text.empty(); }

  /// The value under `key` of a map, or nullptr.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] YamlNode* find(std::string_view key);
  [[nodiscard]] std::vector<std::string> keys() const;
};

struct YamlEntry {
  std::string key;
  YamlPlace place;
  YamlNode value;
};

/// "a list", "a map", "empty", or the scalar in quotes (shortened when long): how messages name a value.
std::string described(const YamlNode& node);

/// `parent.key`, or `key` at the top.
std::string join_path(std::string_view parent, std::string_view key);

/// Throws the ConfigError `file:line:column: path: sentence`.
[[noreturn]] void reject(const YamlPlace& place, std::string_view path, std::string_view sentence);

/// The value at a path such as `memory[0].total`, as far as the tree goes: the last node that exists on the way.
const YamlNode& deepest_node(const YamlNode& root, std::string_view path);

/// Nodes in the tree, the root included; text of more than 256 bytes counts as several.
std::int64_t node_count(const YamlNode& node);

}  // namespace mikpoly
