// The entries of a workload's `shapes`, each kind known by its key; the list stands in workload_loader.hpp.
#pragma once

#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/combinations.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// What a file's entries add to.
struct WorkloadSoFar {
  Combinations dims;  ///< of the whole file; no names where it has none
  WorkloadItems items;
  std::vector<ReplaySummary> replays;
};

/// Adds the shapes of one entry. Errors go to the diagnostics, what a reader should know to its warnings.
void add_entry(const YamlValue& value, WorkloadSoFar& workload, Diagnostics& diagnostics);

}  // namespace mikpoly
