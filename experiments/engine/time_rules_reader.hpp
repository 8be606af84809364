// Where the times of an experiment come from: the keys `judge`, `measure` and `table`.
#pragma once

#include "core/config/map_reader.hpp"
#include "experiments/engine/experiment.hpp"

namespace mikpoly::lab {

/// What is wrong goes to the diagnostics.
TimeRules read_time_rules(MapReader& map);

}  // namespace mikpoly::lab
