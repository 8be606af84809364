// The selectors that are planners.
#pragma once

#include <memory>
#include <string_view>

#include "core/planner/planner.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {

std::unique_ptr<Selector> make_planned(std::unique_ptr<Planner> planner);

/// Plans by `cost_model` over the context's patterns.
std::unique_ptr<Selector> make_planned(std::string_view cost_model, const SelectorContext& context);

}  // namespace mikpoly
