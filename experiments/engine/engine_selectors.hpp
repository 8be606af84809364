// The selectors of an engine that runs on this machine.
#pragma once

#include <string_view>

#include "core/planner/selector.hpp"

namespace mikpoly::lab {

/// One of selectors(): the further ones are for simulated machines.
/// Errors: ConfigError naming those there are, and of a further selector why it is not among them.
SelectorFactory find_engine_selector(std::string_view name);

}  // namespace mikpoly::lab
