// The entries of a dump of Triton's autotuning, JSON or JSON Lines, each with its place.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mikpoly::lab {

using TritonJson = nlohmann::json;

/// Where a value stands: the line that its entry begins on, and the way to it through the document (RFC 6901).
struct JsonPlace {
  std::string line;  ///< file:line
  TritonJson::json_pointer pointer;

  /// `file:line: /pointer`; `file:line` of a whole document, or a whole line of JSON Lines.
  [[nodiscard]] std::string text() const;
};

struct TritonEntry {
  JsonPlace place;
  TritonJson value;
};

/// The values of a list, one a line, or the only one. Infinity and NaN become -1: no time.
/// Errors: ConfigError naming file and line of what is no JSON, or a number too large for one.
std::vector<TritonEntry> triton_entries(std::string text, const std::string& file);

}  // namespace mikpoly::lab
