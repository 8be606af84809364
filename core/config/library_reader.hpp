// The tree of a library/v1 file as a KernelLibrary.
#pragma once

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// Errors: ConfigError with all that is wrong, `diagnostics` included. `hash` is left empty.
KernelLibrary read_library(const YamlNode& root, Diagnostics& diagnostics);

}  // namespace mikpoly
