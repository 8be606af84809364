#include "experiments/report/markup.hpp"

#include <cstdint>

namespace mikpoly::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The bytes of the UTF-8 character that begins the text; 0 where none does.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  std::size_t size = 0;
  if (first < 0x80) size = 1;
  if (first >= 0xC2 && first < 0xE0) size = 2;
  if (first >= 0xE0 && first < 0xF0) size = 3;
  if (first >= 0xF0 && first < 0xF5) size = 4;
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!continues(text[i])) return 0;
  }
  return size;
}

bool is_control(char character) {
  const auto code = static_cast<unsigned char>(character);
  return (code < 0x20 && character != '\t' && character != '\n') || code == 0x7F;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string markup;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0 || is_control(text.front())) {
      markup += kReplacement;
    } else if (text.front() == '<') {
      markup += "&lt;";
    } else if (text.front() == '>') {
      markup += "&gt;";
    } else if (text.front() == '&') {
      markup += "&amp;";
    } else if (text.front() == '"') {
      markup += "&quot;";
    } else {
      markup += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return markup;
}

std::string shortened(std::string_view text, std::int64_t most) {
  std::int64_t characters = 0;
  std::size_t cut = 0;  // behind most - 1 characters
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues(text[i])) continue;
    if (characters == most - 1) cut = i;
    ++characters;
  }
  return characters <= most ? std::string(text) : std::string(text.substr(0, cut)).append(kEllipsis);
}

}  // namespace mikpoly::report
