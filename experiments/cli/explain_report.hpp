// An explanation as text for people, and the same as JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "experiments/engine/constant_flips.hpp"
#include "experiments/engine/explanation.hpp"

namespace mikpoly::cli {

std::string explanation_text(const lab::Explanation& explanation, const lab::ConstantFlips& constants,
                             const lab::Workbench& bench);

nlohmann::ordered_json explanation_json(const lab::Explanation& explanation, const lab::ConstantFlips& constants,
                                        const lab::Workbench& bench);

}  // namespace mikpoly::cli
