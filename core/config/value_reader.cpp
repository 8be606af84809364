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

// Tells who listens how the value may be written.
void record(const YamlValue& value, const ScalarForm& form, const Diagnostics& diagnostics) {
  if (diagnostics.recorder() != nullptr) diagnostics.recorder()->scalar(value.path, form);
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
  return read_text(value, {.kind = ScalarForm::Kind::text, .wanted = "text"}, diagnostics);
}

std::string read_text(const YamlValue& value, const ScalarForm& pattern, Diagnostics& diagnostics) {
  record(value, pattern, diagnostics);
  if (has_text(value)) return value.node->text;
  refuse(value, "text", diagnostics);
  return "";
}

bool is_word(const YamlValue& value, std::string_view word, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::words, .words = {std::string(word)}}, diagnostics);
  return value.node->is_scalar() && value.node->text == word;
}

std::string read_name(const YamlValue& value, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::name, .pattern = "^[A-Za-z0-9_.-]+$", .wanted = "a name"}, diagnostics);
  if (has_text(value) && !value.node->text.empty() && std::ranges::all_of(value.node->text, is_name_character)) {
    return value.node->text;
  }
  refuse(value, "a name of letters, digits, \"_\", \"-\" and \".\"", diagnostics);
  return "";
}

std::int64_t read_integer(const YamlValue& value, const IntegerRange& range, Diagnostics& diagnostics) {
  const ScalarForm form{.kind = ScalarForm::Kind::integer,
                        .least = range.least,
                        .most = range.most,
                        .wanted = fmt::format("an integer in {}..{}", range.least, range.most)};
  record(value, form, diagnostics);
  std::int64_t number = 0;
  if (has_text(value) && !value.node->quoted && parse_whole(value.node->text, number) && number >= range.least &&
      number <= range.most) {
    return number;
  }
  refuse(value, form.wanted, diagnostics);
  return range.least;
}

double read_number(const YamlValue& value, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::number, .wanted = "a number"}, diagnostics);
  double number = 0.0;
  if (has_text(value) && !value.node->quoted && parse_whole(value.node->text, number) && std::isfinite(number)) {
    return number;
  }
  refuse(value, "a number", diagnostics);
  return 0.0;
}

bool read_bool(const YamlValue& value, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::boolean, .wanted = "true or false"}, diagnostics);
  const bool is_true = value.node->text == "true";
  if (has_text(value) && !value.node->quoted && (is_true || value.node->text == "false")) return is_true;
  refuse(value, "true or false", diagnostics);
  return false;
}

Quantity read_quantity(const YamlValue& value, const std::vector<Dimension>& allowed, Diagnostics& diagnostics) {
  record(value,
         {.kind = ScalarForm::Kind::pattern, .pattern = quantity_pattern(allowed), .wanted = wanted_text(allowed)},
         diagnostics);
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
  if (diagnostics.recorder() != nullptr) diagnostics.recorder()->list(value.path);
  if (!value.node->is_list()) refuse(value, "a list", diagnostics);
  std::vector<YamlValue> items;
  for (const YamlNode& item : value.node->items) {
    items.push_back({&item, fmt::format("{}[{}]", value.path, items.size())});
  }
  return items;
}

std::int64_t read_choice(const YamlValue& value, const std::vector<std::string>& known, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::words, .words = known}, diagnostics);
  const auto found = std::ranges::find(known, value.node->text);
  if (has_text(value) && found != known.end()) {
    if (diagnostics.recorder() != nullptr) diagnostics.recorder()->word(value.path, *found);
    return found - known.begin();
  }
  const std::string nearest = has_text(value) ? did_you_mean(value.node->text, known) : "";
  diagnostics.error(value.node->place, value.path,
                    fmt::format("unknown value {}{}{} known: {}", described(*value.node), nearest,
                                nearest.empty() ? ";" : "", fmt::join(known, ", ")));
  return 0;
}

DataType read_data_type(const YamlValue& value, Diagnostics& diagnostics) {
  record(value, {.kind = ScalarForm::Kind::words, .words = data_type_names()}, diagnostics);
  DataType type = DataType::f32;
  told_at(value, diagnostics, [&] { type = parse_data_type(value.node->text); });
  return type;
}

ScalarForm span_form() {
  return {.kind = ScalarForm::Kind::pattern,
          .pattern = "^[0-9]+(\\.\\.[0-9]+(:[0-9]+)?)?$",
          .wanted = "a span such as 1..8 or 1..64:8"};
}

std::optional<IntegerSpan> read_span(const YamlValue& value, Diagnostics& diagnostics) {
  const ScalarForm whole{
      .kind = ScalarForm::Kind::integer, .most = IntegerRange{}.most, .wanted = "a number such as 8"};
  record(value, whole, diagnostics);
  record(value, span_form(), diagnostics);
  return value.node->is_scalar() ? parse_integer_span(value.node->text) : std::nullopt;
}

}  // namespace mikpoly
