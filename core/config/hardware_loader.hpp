// hardware/v1: a machine from its YAML file. The format by example: configs/hardware/toy.yaml.
//
// Every value may be a map {value, source, kind} with kind datasheet, measured, inferred or assumed. Bandwidths per
// second become bytes per cycle of the PE clock, and times in cycles become picoseconds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"
#include "core/hardware/hardware_file.hpp"

namespace mikpoly {

/// Reads configs/hardware/NAME.yaml or a path. `sets` are overrides such as "pe.clock=1.2 GHz"; with `strict` a key
/// that the machine does not use is an error instead of a warning. Errors: ConfigError with one line per error, all of
/// them in one pass.
HardwareFile load_hardware(const std::string& name_or_path, const std::vector<std::string>& sets = {},
                           bool strict = false);

/// The same for text in memory; `path` is what messages name and what includes are relative to.
HardwareFile parse_hardware(std::string_view text, const std::string& path, const std::vector<std::string>& sets = {},
                            bool strict = false);

/// The same for a tree that was read from `path`. Errors: as above, those in `diagnostics` included.
HardwareFile read_hardware(const YamlNode& root, const std::string& path, bool strict, Diagnostics& diagnostics);

/// The names in configs/hardware, sorted.
std::vector<std::string> hardware_names();

/// Every number of the machine in base units, one line per path: what HardwareFile::hash is computed from.
std::string canonical_text(const Accelerator& accelerator);

}  // namespace mikpoly
