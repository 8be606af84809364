// A hardware file to start from.
#pragma once

#include <string>

namespace mikpoly {

/// hardware/v1 with every key, each explained behind it, and the numbers of a small accelerator that stand for yours.
/// Keys that may be left out are comments. It loads without a warning.
/// Errors: ConfigError when the name has other than letters, digits, `_`, `-` and `.`.
std::string hardware_template(const std::string& name);

/// The same with the keys that may be left out: what the schema is learnt from. Its policy is dynamic, which they need.
std::string hardware_example();

}  // namespace mikpoly
