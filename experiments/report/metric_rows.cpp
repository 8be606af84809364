#include "experiments/report/metric_rows.hpp"

#include <algorithm>

namespace mikpoly::lab {
namespace {

// Whether a table for people has the metric: how many rows are unsupported, or have no output, only where some are.
bool is_shown(const Metric& metric, const std::vector<SelectorRows>& groups) {
  const bool is_rare = metric.name == kUnsupportedMetric || metric.name == kNoOutputMetric;
  return !is_rare || std::ranges::any_of(groups, [&](const SelectorRows& group) { return metric.value(group) > 0.0; });
}

}  // namespace

std::vector<MetricRows> metric_rows(const std::vector<SelectorRows>& groups, MetricTable table) {
  std::vector<const Metric*> shown;
  TableRow header{"selector"};
  for (const Metric& metric : metrics()) {
    if (metric.table != table || !is_shown(metric, groups)) continue;
    shown.push_back(&metric);
    header.emplace_back(metric.heading);
  }
  std::vector<MetricRows> tables;
  for (const SelectorRows& group : groups) {
    if (tables.empty() || tables.back().hardware != group.hardware || tables.back().pattern_set != group.pattern_set) {
      tables.push_back({.hardware = group.hardware, .pattern_set = group.pattern_set, .header = header, .rows = {}});
    }
    TableRow& row = tables.back().rows.emplace_back(TableRow{group.selector});
    for (const Metric* metric : shown) row.push_back(number(metric->value(group), metric->decimals));
  }
  return tables;
}

bool has_unequal_use(const std::vector<SelectorRows>& groups) {
  return std::ranges::any_of(groups, [](const SelectorRows& group) {
    return std::ranges::any_of(group.rows, [](const RunRow* row) { return row->use.total() != 1.0; });
  });
}

}  // namespace mikpoly::lab
