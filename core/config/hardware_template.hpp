// A hardware file to start from.
#pragma once

#include <string>

namespace mikpoly {

/// hardware/v1 with every key, each explained, and the numbers of a small accelerator that stand for yours. It loads
/// without a warning.
/// Errors: ConfigError when the name has other than letters, digits, `_`, `-` and `.`.
std::string hardware_template(const std::string& name);

}  // namespace mikpoly
