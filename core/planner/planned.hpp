// The selectors that plan by a cost model of the table.
#pragma once

#include <memory>
#include <string_view>

#include "core/planner/selector.hpp"

namespace mikpoly {

/// Plans by `cost_model` over the context's patterns.
std::unique_ptr<Selector> make_planned(std::string_view cost_model, const SelectorContext& context);

}  // namespace mikpoly
