// Entries `{m: b*s, n: 768, k: 3072, batch: 12*b, group: ffn, count: 12}` of a workload: shapes by rule.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/config/map_reader.hpp"
#include "core/workload/shape_rule.hpp"

namespace mikpoly {

struct ReadRule {
  YamlValue value;  ///< the whole entry
  ShapeRule rule;
  std::array<std::vector<YamlValue>, 4> places;  ///< of the formulas of each extent
  WorkloadEntry entry;
};

/// Reads m, n, k, batch, group, count and weight of a map; formulas may use `names`. `parent` is what the rule stands
/// in: uses multiply, groups are joined by "/".
ReadRule read_rule(MapReader& map, const std::vector<std::string>& names, const WorkloadEntry& parent);

/// What `layers` of an entry holds, a rule for each line.
std::vector<ReadRule> read_layers(const YamlValue& layers, const std::vector<std::string>& names,
                                  const WorkloadEntry& parent, Diagnostics& diagnostics);

/// Adds the rule's shapes for each combination; without `empty`, none that has no output. Faults of formulas, and
/// shapes past the limits, go to the diagnostics.
void add_rule(const ReadRule& rule, const Combinations& combinations, bool empty, WorkloadItems& items,
              Diagnostics& diagnostics);

/// Adds the shapes of a rule without a formula.
void add_rule(const ReadRule& rule, WorkloadItems& items, Diagnostics& diagnostics);

/// The keys `group`, `count` and `weight` of a map below `parent`.
WorkloadEntry read_entry(MapReader& map, const WorkloadEntry& parent = {});

/// Runs `step`; the ShapeError or ConfigError that it throws becomes an error at the place of the value.
template <typename Step>
void told_of_shapes(const YamlValue& value, Diagnostics& diagnostics, Step step) {
  try {
    step();
  } catch (const Error& error) {
    diagnostics.error(value.node->place, value.path, error.what());
  }
}

}  // namespace mikpoly
