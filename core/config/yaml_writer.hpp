// A YAML tree back to text, in the order of the tree: the same tree gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/config/yaml_node.hpp"

namespace mikpoly {

/// Block style with two spaces; lists of scalars in one line. Reading the text gives the same tree.
std::string write_yaml(const YamlNode& root);

/// A string as a YAML scalar: plain where every reader agrees on it, else in double quotes. `n`, `y`, `no`, `off` and
/// the like are quoted, because readers of YAML 1.1 take them for truth values.
std::string yaml_scalar(std::string_view text);

/// A name as a YAML scalar that every reader takes for text: what does not begin as a word does, such as `1e3`,
/// `2024-01-01` or `.inf`, may be a number or a date and is quoted too.
std::string name_scalar(std::string_view name);

}  // namespace mikpoly
