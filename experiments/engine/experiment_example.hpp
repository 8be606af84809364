// What an experiment file may say, by example: the schema is learnt from reading it.
#pragma once

#include <string_view>
#include <vector>

namespace mikpoly::lab {

/// Examples that together have every key of experiment/v1, each explained behind it.
std::vector<std::string_view> experiment_examples();

}  // namespace mikpoly::lab
