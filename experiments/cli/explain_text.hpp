// An explanation as text for people.
#pragma once

#include <string>

#include "experiments/engine/constant_flips.hpp"
#include "experiments/engine/explanation.hpp"

namespace mikpoly::cli {

std::string explanation_text(const lab::Explanation& explanation, const lab::ConstantFlips& constants,
                             const lab::Workbench& bench);

}  // namespace mikpoly::cli
