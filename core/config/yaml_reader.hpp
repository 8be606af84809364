// Strict YAML to a plain tree. The only door to yaml-cpp.
//
// YAML 1.2 scalars (`n`, `y`, `no`, `off` are strings), one document, no tags, keys are plain scalars. CRLF and a UTF-8
// byte order mark are accepted. Aliases are expanded; merge keys (`<<`) are not YAML 1.2 and have no meaning here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"

namespace mikpoly {

inline constexpr std::int64_t kMaxYamlBytes = std::int64_t{4} << 20;
inline constexpr std::int64_t kMaxYamlDepth = 32;
inline constexpr std::int64_t kMaxYamlNodes = 500'000;  ///< aliases counted expanded
/// yaml-cpp finds the colon of a key only within 1024 characters; a written key is up to four times as long as its
/// text.
inline constexpr std::int64_t kMaxYamlKey = 250;
/// A written value stands on one line, with the same factor: see kMaxYamlLine.
inline constexpr std::int64_t kMaxYamlValue = std::int64_t{32} << 10;

/// `text` as a tree; `file` is the name messages use.
/// Errors:  ConfigError `file:line:column: sentence` when it cannot be read as YAML or passes a limit; duplicate keys
/// and
///          tags are added to `diagnostics` and reading goes on.
YamlNode parse_yaml(std::string_view text, const std::string& file, Diagnostics& diagnostics);

}  // namespace mikpoly
