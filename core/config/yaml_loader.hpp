// A YAML file with everything it refers to: `extends`, `$ref` and the overrides of the command line.
//
// `extends: FILE` at the top of a file: its maps are merged into those of FILE, key by key; lists and scalars replace,
//   and so does a map with a key `value`, because the base's source does not describe the new value.
// `$ref: FILE#/a/0/b` alone in a map: replaced by that value of FILE (of this file when FILE is left out), looked up in
//   the file as it is written.
// Both are relative to the file they stand in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"

namespace mikpoly {

/// Reads `path`, resolves, then applies `sets`, each `a.b[0].c=VALUE` with VALUE in YAML, or `a.b*=FACTOR`.
/// Errors: ConfigError when a file cannot be read, includes run in a cycle (the chain is shown) or pass a limit, or a
/// set
///         has no place in the tree; duplicate keys and tags go to `diagnostics`.
YamlNode load_yaml(const std::string& path, const std::vector<std::string>& sets, Diagnostics& diagnostics);

/// The same for text in memory; `path` is what messages name and what includes are relative to.
YamlNode load_yaml_text(std::string_view text, const std::string& path, const std::vector<std::string>& sets,
                        Diagnostics& diagnostics);

/// Sets one value, `a.b[0].c=VALUE`, or multiplies a quantity that is there, `a.b*=1.2`. A missing last key is added,
/// for the reader of the map to accept or to refuse; a path that leads through a value that is not there, or is no map
/// or list, is an error. Errors: ConfigError naming the part that is wrong and what is known there.
void apply_set(YamlNode& root, const std::string& set);

}  // namespace mikpoly
