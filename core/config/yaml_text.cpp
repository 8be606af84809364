#include "core/config/yaml_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kEndMarker = "...\n";

bool is_forbidden(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
}

}  // namespace

std::string prepare_yaml_text(std::string_view text, const std::shared_ptr<const std::string>& file) {
  text = without_byte_order_mark(text);
  const std::size_t no_text = find_non_utf8(text);
  std::string clean;
  clean.reserve(text.size() + kEndMarker.size() + 1);
  YamlPlace place{file, 1, 0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    ++place.column;
    if (byte == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (is_forbidden(byte) || i == no_text) {
      throw ConfigError(
          fmt::format("{}: character 0x{:02x} is not allowed; the file must be text in UTF-8", place.text(), byte));
    }
    if (place.column > kMaxYamlLine) {
      throw ConfigError(
          fmt::format("{}: a line of more than {} KiB; that is the limit", place.text(), kMaxYamlLine >> 10));
    }
    clean.push_back(text[i]);
    if (byte != '\n') continue;
    ++place.line;
    place.column = 0;
  }
  if (!clean.ends_with('\n')) clean += '\n';
  return clean.append(kEndMarker);
}

YamlPlace end_of_yaml_text(std::string_view text, const std::shared_ptr<const std::string>& file) {
  text.remove_suffix(kEndMarker.size());
  if (text.ends_with('\n')) text.remove_suffix(1);
  const auto lines = static_cast<std::int32_t>(std::ranges::count(text, '\n'));
  const std::size_t last = text.rfind('\n');
  const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
  return {file, lines + 1, static_cast<std::int32_t>(text.size() - begin) + 1};
}

}  // namespace mikpoly
