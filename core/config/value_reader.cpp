#include "core/config/value_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"

namespace mikpoly {
namespace {

void refuse(const YamlValue& value, std::string_view wanted, Diagnostics& diagnostics) {
  diagnostics.error(value.node->place, value.path, fmt::format("{} is not {}", described(*value.node), wanted));
}

bool has_text(const YamlValue& value) {
  return value.node->is_scalar() && !value.node->is_null();
}

template <typename Number>
bool parse_whole(const std::string& text, Number& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc{} && end == text.data() + text.size();
}

bool is_name_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_' || character == '-' || character == '.';
}

}  // namespace

std::string YamlValue::key() const {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

std::string read_text(const YamlValue& value, Diagnostics& diagnostics) {
  if (has_text(value)) return value.node->text;
  refuse(value, "text", diagnostics);
  return "";
}

std::string read_name(const YamlValue& value, Diagnostics& diagnostics) {
  if (has_text(value) && !value.node->text.empty() && std::ranges::all_of(value.node->text, is_name_character)) {
    return value.node->text;
  }
  refuse(value, "a name of letters, digits, \"_\", \"-\" and \".\"", diagnostics);
  return "";
}

std::int64_t read_integer(const YamlValue& value, const IntegerRange& range, Diagnostics& diagnostics) {
  std::int64_t number = 0;
  if (has_text(value) && !value.node->quoted && parse_whole(value.node->text, number) && number >= range.least &&
      number <= range.most) {
    return number;
  }
  refuse(value, fmt::format("an integer in {}..{}", range.least, range.most), diagnostics);
  return range.least;
}

double read_number(const YamlValue& value, Diagnostics& diagnostics) {
  double number = 0.0;
  if (has_text(value) && !value.node->quoted && parse_whole(value.node->text, number) && std::isfinite(number)) {
    return number;
  }
  refuse(value, "a number", diagnostics);
  return 0.0;
}

bool read_bool(const YamlValue& value, Diagnostics& diagnostics) {
  const bool is_true = value.node->text == "true";
  if (has_text(value) && !value.node->quoted && (is_true || value.node->text == "false")) return is_true;
  refuse(value, "true or false", diagnostics);
  return false;
}

Quantity read_quantity(const YamlValue& value, const std::vector<Dimension>& allowed, Diagnostics& diagnostics) {
  if (!has_text(value)) {
    refuse(value, wanted_text(allowed), diagnostics);
    return {1.0, allowed.front()};
  }
  const ParsedQuantity parsed = parse_quantity(value.node->text, allowed, fmt::format("{}: ", value.key()));
  if (parsed.fault.empty()) return parsed.quantity;
  diagnostics.error(value.node->place, value.path, parsed.fault);
  return {1.0, allowed.front()};
}

std::vector<YamlValue> read_list(const YamlValue& value, Diagnostics& diagnostics) {
  if (!value.node->is_list()) refuse(value, "a list", diagnostics);
  std::vector<YamlValue> items;
  for (const YamlNode& item : value.node->items) {
    items.push_back({&item, fmt::format("{}[{}]", value.path, items.size())});
  }
  return items;
}

std::int64_t read_choice(const YamlValue& value, const std::vector<std::string>& known, Diagnostics& diagnostics) {
  const auto found = std::ranges::find(known, value.node->text);
  if (has_text(value) && found != known.end()) return found - known.begin();
  const std::string nearest = has_text(value) ? did_you_mean(value.node->text, known) : "";
  diagnostics.error(value.node->place, value.path,
                    fmt::format("unknown value {}{}{} known: {}", described(*value.node), nearest,
                                nearest.empty() ? ";" : "", fmt::join(known, ", ")));
  return 0;
}

}  // namespace mikpoly
