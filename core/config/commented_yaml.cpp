#include "core/config/commented_yaml.hpp"

#include <algorithm>

namespace mikpoly {
namespace {

bool is_optional_key(std::string_view line) {
  if (line.size() < 3 || line[0] != '#') return false;
  return line[1] != ' ' || line[2] == ' ';
}

}  // namespace

std::string with_optional_keys(std::string_view text) {
  std::string complete;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    complete += is_optional_key(line) ? line.substr(1) : line;
    complete += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return complete;
}

}  // namespace mikpoly
