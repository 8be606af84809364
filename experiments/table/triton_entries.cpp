#include "experiments/table/triton_entries.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kJsonSpaces = " \r\n\t";

// JSON has no word for them, yet Python writes them. A negative number of the same length or less stands in: no time.
std::string without_infinities(std::string text) {
  constexpr std::array<std::string_view, 3> kWords{"-Infinity", "Infinity", "NaN"};
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      in_string = !in_string;
    if (in_string || i >= text.size()) continue;
    for (const std::string_view word : kWords) {
      if (text.compare(i, word.size(), word) != 0) continue;
      text.replace(i, word.size(), "-1" + std::string(word.size() - 2, ' '));
      break;
    }
  }
  return text;
}

std::int64_t line_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return 1 + std::count(before.begin(), before.end(), '\n');
}

// Errors: ConfigError; out_of_range of a number, whose place the parser does not tell.
TritonJson parse_syntax(std::string_view text, const std::string& file, std::int64_t first_line) {
  try {
    return TritonJson::parse(text);
  } catch (const TritonJson::parse_error& fault) {
    throw ConfigError(
        fmt::format("{}:{}: is neither JSON nor JSON Lines", file, first_line - 1 + line_of(text, fault.byte)));
  }
}

TritonJson parse(std::string_view text, const std::string& file, std::int64_t first_line) {
  try {
    return parse_syntax(text, file, first_line);
  } catch (const TritonJson::out_of_range&) {
    throw ConfigError(fmt::format("{}:{}: a number is larger than 1e308, where numbers end", file, first_line));
  }
}

/// A part of a text.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Where the values of a list stand in its text, which must be JSON: the parser itself does not tell.
std::vector<Extent> values_of_list(std::string_view text) {
  std::vector<Extent> values;
  std::int64_t depth = 0;
  bool in_string = false;
  bool is_due = false;  // what comes next begins a value
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
      continue;
    }
    if (kJsonSpaces.find(c) != std::string_view::npos) continue;
    const bool ends_value = depth == 1 && (c == ',' || c == ']');
    if (ends_value && !values.empty()) values.back().end = i;
    if (is_due && c != ']') values.push_back({i, i});
    is_due = false;
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') is_due = ++depth == 1;
    if (c == ']' || c == '}') --depth;
    if (c == ',') is_due = depth == 1;
  }
  return values;
}

std::vector<TritonEntry> entries_of_list(std::string_view text, const std::string& file) {
  try {
    static_cast<void>(parse_syntax(text, file, 1));
  } catch (const TritonJson::out_of_range&) {  // said below, with the line of its value
  }
  std::vector<TritonEntry> entries;
  std::int64_t line = 1;
  std::size_t counted = 0;
  for (const Extent& value : values_of_list(text)) {
    line += line_of(text.substr(counted), value.begin - counted) - 1;
    counted = value.begin;
    TritonJson parsed = parse(text.substr(value.begin, value.end - value.begin), file, line);
    entries.push_back(
        {{.line = fmt::format("{}:{}", file, line), .pointer = TritonJson::json_pointer() / entries.size()},
         std::move(parsed)});
  }
  return entries;
}

std::vector<TritonEntry> entries_of_lines(std::string_view text, const std::string& file) {
  std::vector<TritonEntry> entries;
  std::int64_t line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    if (one.find_first_not_of(kJsonSpaces) != std::string_view::npos) {
      entries.push_back(
          {{.line = fmt::format("{}:{}", file, line), .pointer = TritonJson::json_pointer()}, parse(one, file, line)});
    }
    begin = end + 1;
  }
  return entries;
}

}  // namespace

std::string JsonPlace::text() const {
  return pointer.empty() ? line : fmt::format("{}: {}", line, pointer.to_string());
}

std::vector<TritonEntry> triton_entries(std::string text, const std::string& file) {
  text = without_infinities(std::move(text));
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  const bool is_lines = text.find_first_not_of(kJsonSpaces, first_end) != std::string::npos && text.front() == '{' &&
                        TritonJson::accept(text.substr(0, first_end));
  if (is_lines) return entries_of_lines(text, file);
  const std::size_t first = std::min(text.find_first_not_of(kJsonSpaces), text.size());
  if (text.compare(first, 1, "[") == 0) return entries_of_list(text, file);
  return {{{.line = fmt::format("{}:{}", file, line_of(text, first)), .pointer = TritonJson::json_pointer()},
           parse(text, file, 1)}};
}

}  // namespace mikpoly::lab
