// Where the configuration files are: a name such as "toy" stands for configs/hardware/toy.yaml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mikpoly {

/// The folder `configs`: $MIKPOLY_CONFIG_DIR, else beside the program's folder, else in the folder of the library this
/// is part of (the Python package), else in the current folder, else where the source stood when it was built. Relative
/// to the current folder where it lies below it. Errors: ConfigError when none of them is there.
std::string config_folder();

/// The names of one kind ("hardware", "workloads", ...), sorted.
std::vector<std::string> config_names(std::string_view kind);

/// The file of a name or path: what holds a "/" or ends in .yaml, .yml or .csv is a path, all else a name.
/// Errors: ConfigError naming the nearest and all known names.
std::string config_path(std::string_view kind, const std::string& name_or_path);

/// What a file names: a path beside that file goes before one below the current folder; a name stays.
std::string named_in(const std::string& file, const std::string& name_or_path);

}  // namespace mikpoly
