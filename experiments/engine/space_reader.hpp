// What an experiment crosses: hardware, workloads, type, backend, selectors, patterns and which points of them.
#pragma once

#include "core/config/map_reader.hpp"
#include "experiments/engine/experiment.hpp"

namespace mikpoly::lab {

/// `tuning` is what variants of a machine start from. A table has shapes of its own, and times whole products: of an
/// experiment of one, workload and patterns have defaults. What is wrong goes to the diagnostics.
ExperimentSpace read_space(MapReader& map, const TuningParameters& tuning, bool of_table);

}  // namespace mikpoly::lab
