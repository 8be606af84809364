// Typed values out of YAML nodes. A value that is not what it must be is added to the diagnostics, and a harmless
// stand-in is returned so that reading goes on and finds the other errors too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/config/diagnostics.hpp"
#include "core/config/integer_span.hpp"
#include "core/config/units.hpp"
#include "core/config/yaml_node.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly {

/// A value with its place in the tree, e.g. {node, "pe.clock"}; the node is never null.
struct YamlValue {
  const YamlNode* node = nullptr;
  std::string path;

  /// The last key of the path.
  [[nodiscard]] std::string key() const;
};

struct IntegerRange {
  std::int64_t least = 0;
  std::int64_t most = std::int64_t{1} << 62;
};

/// Returns: the text; "" after an error (not a scalar, or empty).
std::string read_text(const YamlValue& value, Diagnostics& diagnostics);
/// The same where the text has a pattern; whether it does is told by the caller, who knows what is wrong with it.
std::string read_text(const YamlValue& value, const ScalarForm& pattern, Diagnostics& diagnostics);
/// Whether the value is this word, which may stand instead of what else is read there.
bool is_word(const YamlValue& value, std::string_view word, Diagnostics& diagnostics);
/// A name: letters, digits, `_`, `-` and `.`, so that it can stand in file names, CSV cells and paths.
std::string read_name(const YamlValue& value, Diagnostics& diagnostics);
/// Returns: the integer; `range.least` after an error.
std::int64_t read_integer(const YamlValue& value, const IntegerRange& range, Diagnostics& diagnostics);
/// A finite number without a unit. Returns 0 after an error.
double read_number(const YamlValue& value, Diagnostics& diagnostics);
/// `true` or `false`. Returns false after an error.
bool read_bool(const YamlValue& value, Diagnostics& diagnostics);
/// Returns: the quantity; 1 of the first allowed dimension after an error.
Quantity read_quantity(const YamlValue& value, const std::vector<Dimension>& allowed, Diagnostics& diagnostics);
/// The items of a list, each with its path. Returns: empty after an error (not a list).
std::vector<YamlValue> read_list(const YamlValue& value, Diagnostics& diagnostics);
/// `value` is one of `known`. Returns: its position; 0 after an error.
std::int64_t read_choice(const YamlValue& value, const std::vector<std::string>& known, Diagnostics& diagnostics);

/// An element type. Returns: f32 after an error.
DataType read_data_type(const YamlValue& value, Diagnostics& diagnostics);
/// How `1..4096` and `1..4096:256` are written.
ScalarForm span_form();
/// `7`, `1..4096` or `1..4096:256`. Returns: nothing when it is none; saying so is left to the caller, who knows what
/// the span is of.
std::optional<IntegerSpan> read_span(const YamlValue& value, Diagnostics& diagnostics);

/// Runs `step`; the ConfigError that it throws becomes an error at the place of the value.
template <typename Step>
void told_at(const YamlValue& value, Diagnostics& diagnostics, Step step) {
  try {
    step();
  } catch (const ConfigError& error) {
    diagnostics.error(value.node->place, value.path, error.what());
  }
}

}  // namespace mikpoly
