#include "core/config/yaml_writer.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mikpoly {
namespace {

constexpr std::array<std::string_view, 6> kTruthWords{"y", "n", "yes", "no", "on", "off"};
constexpr std::array<std::string_view, 4> kOtherWords{"true", "false", "null", "~"};

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& character : small) {
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character - 'A' + 'a');
  }
  return small;
}

template <typename Words>
bool is_one_of(const Words& words, std::string_view text) {
  return std::ranges::find(words, text) != words.end();
}

bool is_letter_or_digit(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9');
}

// Whether the text can stand without quotes in block and flow style: a small set that no reader disagrees on.
bool is_plain(std::string_view text) {
  static constexpr std::string_view kInner = "_./+-%() ";
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  const bool signed_number = text.size() > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9';
  if (!is_letter_or_digit(text.front()) && text.front() != '_' && text.front() != '/' && !signed_number) return false;
  return std::ranges::all_of(text, [](char character) {
    return is_letter_or_digit(character) || kInner.find(character) != std::string_view::npos;
  });
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      out += '\\';
      out += character;
    } else if (character == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += character;
    }
  }
  return out + '"';
}

std::string scalar_text(const YamlNode& node) {
  if (node.is_null()) return "~";
  const bool must_quote = node.quoted || !is_plain(node.text) || is_one_of(kTruthWords, lower(node.text));
  return must_quote ? in_quotes(node.text) : node.text;
}

bool fits_one_line(const YamlNode& node) {
  constexpr std::size_t kMostBytes = 16 << 10;  // far under kMaxYamlLine, escapes and quotes included
  std::size_t bytes = 0;
  return std::ranges::all_of(node.items, [&bytes](const YamlNode& item) {
    bytes += item.text.size() + std::string_view(", ").size();
    return item.is_scalar() && bytes <= kMostBytes;
  });
}

std::string flow_list(const YamlNode& node) {
  std::string text;
  for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + scalar_text(item);
  return fmt::format("[{}]", text);
}

// Writes the value that follows `key:` or `- `, with its line end.
void write_value(std::string& out, const YamlNode& node, std::size_t indent, bool after_dash);

void write_map(std::string& out, const YamlNode& node, std::size_t indent, bool after_dash) {
  for (const YamlEntry& entry : node.entries) {
    if (!after_dash) out.append(indent, ' ');
    after_dash = false;
    out += yaml_scalar(entry.key) + ":";
    write_value(out, entry.value, indent + 2, false);
  }
}

void write_list(std::string& out, const YamlNode& node, std::size_t indent, bool after_dash) {
  for (const YamlNode& item : node.items) {
    if (!after_dash) out.append(indent, ' ');
    after_dash = false;
    out += "-";
    write_value(out, item, indent + 2, true);
  }
}

void write_value(std::string& out, const YamlNode& node, std::size_t indent, bool after_dash) {
  if (node.is_scalar()) {
    out += fmt::format(" {}\n", scalar_text(node));
  } else if (node.is_list() && fits_one_line(node)) {
    out += fmt::format(" {}\n", flow_list(node));
  } else if (node.is_map() && node.entries.empty()) {
    out += " {}\n";
  } else {
    out += after_dash ? " " : "\n";
    node.is_map() ? write_map(out, node, indent, after_dash) : write_list(out, node, indent, after_dash);
  }
}

}  // namespace

std::string write_yaml(const YamlNode& root) {
  std::string out;
  write_value(out, root, 0, false);
  return out.substr(1);  // the line end or the space that would follow a key
}

std::string yaml_scalar(std::string_view text) {
  const std::string small = lower(text);
  const bool plain = is_plain(text) && !is_one_of(kTruthWords, small) && !is_one_of(kOtherWords, small);
  return plain ? std::string(text) : in_quotes(text);
}

std::string name_scalar(std::string_view name) {
  const char first = name.empty() ? '\0' : name.front();
  const bool is_wordlike = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
  return is_wordlike ? yaml_scalar(name) : in_quotes(name);
}

}  // namespace mikpoly
