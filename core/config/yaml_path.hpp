// Paths into a YAML tree: `memory[0].total` has the parts `memory`, `[0]`, `total`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// One step: a key, or an index when `key` is empty.
struct YamlPathPart {
  std::string key;
  std::int64_t index = -1;
};

/// Returns: the parts; empty when the text is not a path (empty key, unclosed bracket, index that is no number).
std::vector<YamlPathPart> split_path(std::string_view path);

}  // namespace mikpoly
