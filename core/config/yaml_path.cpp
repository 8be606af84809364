#include "core/config/yaml_path.hpp"

#include <charconv>

namespace mikpoly {
namespace {

// Reads `[3]` at the start of `rest` and removes it; false when it is not an index.
bool take_index(std::string_view& rest, std::vector<YamlPathPart>& parts) {
  const std::size_t close = rest.find(']');
  if (close == std::string_view::npos) return false;
  YamlPathPart part;
  const char* const last = rest.data() + close;
  const auto [end, status] = std::from_chars(rest.data() + 1, last, part.index);
  if (status != std::errc{} || end != last || part.index < 0) return false;
  parts.push_back(part);
  rest.remove_prefix(close + 1);
  return rest.empty() || rest[0] == '[' || rest[0] == '.';
}

}  // namespace

std::vector<YamlPathPart> split_path(std::string_view path) {
  std::vector<YamlPathPart> parts;
  std::string_view rest = path;
  while (true) {
    const std::size_t end = rest.find_first_of(".[");
    const std::string_view key = rest.substr(0, end);
    if (key.empty()) return {};
    parts.push_back({.key = std::string(key)});
    if (end == std::string_view::npos) return parts;
    rest.remove_prefix(end);
    while (!rest.empty() && rest[0] == '[') {
      if (!take_index(rest, parts)) return {};
    }
    if (rest.empty()) return parts;
    rest.remove_prefix(1);  // the dot
  }
}

}  // namespace mikpoly
