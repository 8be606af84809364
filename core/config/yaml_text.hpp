// The bytes of a YAML file, made fit for yaml-cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/config/yaml_node.hpp"

namespace mikpoly {

/// yaml-cpp looks ahead to the end of a line for each bracket on it: quadratic time without a limit.
inline constexpr std::int64_t kMaxYamlLine = std::int64_t{256} << 10;

/// Removes a byte order mark and the CRs of CRLF, and ends the document with "...": without that marker yaml-cpp 0.7
/// accepts a quote that is never closed.
/// Errors: ConfigError for a control character (yaml-cpp takes 0x04 for the end of the file) and for a line that is too
///         long.
std::string prepare_yaml_text(std::string_view text, const std::shared_ptr<const std::string>& file);

/// Where a prepared text ends, before its end marker.
YamlPlace end_of_yaml_text(std::string_view text, const std::shared_ptr<const std::string>& file);

}  // namespace mikpoly
