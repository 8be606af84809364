#include "experiments/report/markup.hpp"

#include <cstdint>

namespace mikpoly::lab {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026
// Source: XML's Char leaves these two out, https://www.w3.org/TR/xml/#charsets.
constexpr std::string_view kFffe = "\xEF\xBF\xBE";  // U+FFFE
constexpr std::string_view kFfff = "\xEF\xBF\xBF";  // U+FFFF

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Whether the second byte may stand behind the first: in no form longer than needed, no half of a UTF-16 pair, and
// nothing above U+10FFFF.
bool may_follow(unsigned char first, unsigned char second) {
  switch (first) {
    case 0xE0:
      return second >= 0xA0;
    case 0xED:
      return second < 0xA0;
    case 0xF0:
      return second >= 0x90;
    case 0xF4:
      return second < 0x90;
    default:
      return true;
  }
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
  if (size > 1 && !may_follow(first, static_cast<unsigned char>(text[1]))) return 0;
  return size;
}

bool has_no_place(std::string_view character) {
  const auto code = static_cast<unsigned char>(character.front());
  const bool is_blank = code == '\t' || code == '\n' || code == '\r';
  return (code < 0x20 && !is_blank) || code == 0x7F || character == kFffe || character == kFfff;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string markup;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0 || has_no_place(text.substr(0, size))) {
      markup += kReplacement;
    } else if (text.front() == '<') {
      markup += "&lt;";
    } else if (text.front() == '>') {
      markup += "&gt;";
    } else if (text.front() == '&') {
      markup += "&amp;";
    } else if (text.front() == '"') {
      markup += "&quot;";
    } else if (text.front() == '\r') {
      markup += "&#13;";  // as it stands a parser would make a line's end of it
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

}  // namespace mikpoly::lab
