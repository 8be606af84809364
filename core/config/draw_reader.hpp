// Random extents in a workload: `{zipf: [1, 4096], exponent: 1.2, count: 100, seed: 7}` of one extent,
// `{log_uniform: {low: 128, high: 8192}, count: 2000, seed: 7}` of whole shapes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/draws.hpp"
#include "core/workload/use.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// The values of one extent, in the order in which they are drawn. Reads the whole map.
/// Returns: empty after an error.
std::vector<WeightedValue> read_drawn_values(MapReader& map, const std::string& distribution);

/// Whole shapes: m, n, k drawn in turn. Reads the distribution's keys of the map.
/// Errors: ShapeError for a shape past the limits; ConfigError when the items pass kMaxWorkloadItems.
void add_drawn_shapes(MapReader& map, const std::string& distribution, const WorkloadEntry& entry,
                      WorkloadItems& items);

}  // namespace mikpoly
