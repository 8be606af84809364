// An explanation as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/engine/constant_flips.hpp"
#include "experiments/engine/explanation.hpp"

namespace mikpoly::lab {

nlohmann::ordered_json explanation_json(const Explanation& explanation, const ConstantFlips& constants,
                                        const Workbench& bench);

}  // namespace mikpoly::lab
