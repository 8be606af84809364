#include "core/config/rule_reader.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/extent_reader.hpp"

namespace mikpoly {
namespace {

Extent one() {
  return {.terms = {{{1, {}}, -1}}, .formulas = {}};
}

// What can be told before any shape is worked out.
bool too_many(const ReadRule& rule, double shapes, std::int64_t most, std::string_view what, Diagnostics& diagnostics) {
  if (shapes <= static_cast<double>(most)) return false;
  diagnostics.error(rule.value.node->place, rule.value.path,
                    fmt::format("more than {} shapes {}; that is the limit", most, what));
  return true;
}

}  // namespace

WorkloadEntry read_entry(MapReader& map, const WorkloadEntry& parent) {
  WorkloadEntry entry = parent;
  const std::string group = map.text_or("group", "");
  entry.group += !group.empty() && !parent.group.empty() ? "/" + group : group;
  const Use use = read_use(map);
  told_at(map.map(), map.diagnostics(), [&] { entry.use = times(parent.use, use); });
  return entry;
}

ReadRule read_rule(MapReader& map, const std::vector<std::string>& names, const WorkloadEntry& parent) {
  ReadRule read{.value = map.map(), .rule = {}, .places = {}, .entry = read_entry(map, parent)};
  for (std::size_t i = 0; const char* const key : {"m", "n", "k", "batch"}) {
    const std::optional<YamlValue> value = i < 3 ? map.required(key) : map.optional(key);
    if (value) {
      ReadExtent extent = read_extent(*value, names, map.diagnostics());
      read.rule.extents[i] = std::move(extent.extent);
      read.places[i] = std::move(extent.places);
    } else if (i == 3) {
      read.rule.extents[i] = one();
    }
    ++i;
  }
  return read;
}

std::vector<ReadRule> read_layers(const YamlValue& layers, const std::vector<std::string>& names,
                                  const WorkloadEntry& parent, Diagnostics& diagnostics) {
  std::vector<ReadRule> rules;
  for (const YamlValue& layer : read_list(layers, diagnostics)) {
    MapReader map(layer, diagnostics);
    if (!layer.node->is_map()) continue;
    rules.push_back(read_rule(map, names, parent));
    map.finish();
  }
  if (layers.node->is_list() && layers.node->items.empty()) {
    diagnostics.error(layers.node->place, layers.path, "the list of layers is empty; it has at least one");
  }
  return rules;
}

void add_rule(const ReadRule& rule, const Combinations& combinations, bool empty, WorkloadItems& items,
              Diagnostics& diagnostics) {
  const double shapes = rule.rule.size() * static_cast<double>(combinations.size());
  if (too_many(rule, shapes, kMaxRuleShapes, "to work out", diagnostics)) return;
  told_of_shapes(rule.value, diagnostics, [&] {
    for (const RuleFault& fault : add_combined(rule.rule, combinations, rule.entry, empty, items)) {
      report_fault(rule.places[fault.extent][static_cast<std::size_t>(fault.formula)], fault.fault, diagnostics);
    }
  });
}

void add_rule(const ReadRule& rule, WorkloadItems& items, Diagnostics& diagnostics) {
  const double shapes = rule.rule.size() + static_cast<double>(items.size());
  if (too_many(rule, shapes, kMaxWorkloadItems, "in the workload", diagnostics)) return;
  told_of_shapes(rule.value, diagnostics, [&] { add_product(rule.rule, rule.entry, items); });
}

}  // namespace mikpoly
