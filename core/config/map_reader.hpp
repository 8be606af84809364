// Reads a map key by key and, at the end, names the keys that nobody asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/value_reader.hpp"
#include "core/config/yaml_node.hpp"

namespace mikpoly {

/// Asking for a key makes it known. A missing or wrong value is an error in the diagnostics, and a stand-in comes back.
class MapReader {
 public:
  /// The node, its path and the diagnostics must outlive the reader. A node that is no map is an error.
  MapReader(const YamlValue& map, Diagnostics& diagnostics);

  /// The value, or nothing where the key is absent.
  [[nodiscard]] std::optional<YamlValue> optional(std::string_view key);
  /// As above; absence is an error.
  [[nodiscard]] std::optional<YamlValue> required(std::string_view key);
  /// The value of a key that makes the map another kind of entry: part of the format only where it stands.
  [[nodiscard]] std::optional<YamlValue> alternative(std::string_view key);
  /// The values of a map whose keys are names: those of `names`, or any.
  [[nodiscard]] std::vector<YamlValue> entries(const std::vector<std::string>& names = {});
  /// The keys that will be asked for are names that stand elsewhere in the file.
  void keys_are_names();

  [[nodiscard]] std::string text(std::string_view key);
  [[nodiscard]] std::string text_or(std::string_view key, std::string_view fallback);
  [[nodiscard]] std::string name(std::string_view key);
  [[nodiscard]] std::int64_t integer(std::string_view key, const IntegerRange& range);
  [[nodiscard]] std::int64_t integer_or(std::string_view key, std::int64_t fallback, const IntegerRange& range);

  /// Checks the first key of every file, `schema: KIND/v1`, and names the supported version otherwise.
  void schema(std::string_view kind);

  /// Reports every key that was not asked for, with the nearest known one.
  void finish();

  [[nodiscard]] const YamlValue& map() const { return map_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

 private:
  [[nodiscard]] std::optional<YamlValue> value(std::string_view key, bool is_required);

  YamlValue map_;
  Diagnostics& diagnostics_;
  std::vector<std::string> known_;
  std::size_t reading_ = 0;  // of the recorder, if there is one
};

}  // namespace mikpoly
