// `include`, `exclude`, `sample` and `limit` as they stand in an experiment.
//
//   include:
//     - {m: 1..64, n: [1024, 4096]}       extents: numbers, spans lo..hi and lo..hi:step, or lists of these
//     - {group: decode, hardware: toy}    texts, or lists of these
#pragma once

#include <string>

#include "core/config/map_reader.hpp"
#include "experiments/engine/point_selection.hpp"

namespace mikpoly::lab {

/// Reads the four keys of an experiment. What is wrong goes to the diagnostics.
PointSelection read_selection(MapReader& map);

/// Lines that read_selection() reads back; `seed` is what a sample without one is drawn with.
std::string to_yaml(const PointSelection& selection, std::uint64_t seed);

/// `{m: [1..64], group: [decode]}`.
std::string to_yaml(const PointFilter& filter);

}  // namespace mikpoly::lab
