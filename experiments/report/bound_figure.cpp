#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"
#include "experiments/report/svg_bars.hpp"

namespace mikpoly::lab {
namespace {

using Counts = std::map<std::string_view, std::int64_t>;

Counts bounds_of(const lab::SelectorRows& rows) {
  Counts counts;
  for (const lab::RunRow* row : rows.rows) {
    if (row->numbers && !row->bound_by.empty()) ++counts[row->bound_by];
  }
  return counts;
}

std::int64_t total(const Counts& counts) {
  std::int64_t sum = 0;
  for (const auto& [part, count] : counts) sum += count;
  return sum;
}

}  // namespace

Figure bound_figure(const ReportSection& section) {
  Figure figure{.heading = "What bounds the plans", .svg = {}, .caption = {}};
  Counts all;
  for (const lab::SelectorRows& rows : section.selectors) {
    for (const auto& [part, count] : bounds_of(rows)) all[part] += count;
  }
  const std::string counts = counts_text(tally_of(section.selectors), section.time_source);
  if (all.empty()) {
    figure.caption = fmt::format("No row says what bounds it; only simulated ones do. {}.", counts);
    return figure;
  }
  BarChart chart{
      .title = fmt::format("What bounds the plans on {}, patterns {}", section.hardware, section.pattern_set),
      .description = {},
      .label = "share of the finished shapes that say what bounds them (%)",
      .parts = {},
      .bars = {}};
  for (const auto& [part, count] : all) {
    chart.parts.emplace_back(part);
    chart.description += fmt::format("{}{} bounds {} plans", chart.description.empty() ? "" : ", ", part, count);
  }
  for (const lab::SelectorRows& rows : section.selectors) {
    const Counts own = bounds_of(rows);
    if (own.empty()) continue;
    Bar& bar = chart.bars.emplace_back(Bar{.label = rows.selector, .shares = {}});
    for (const std::string& part : chart.parts) {
      const auto found = own.find(part);
      const std::int64_t count = found == own.end() ? 0 : found->second;
      bar.shares.push_back(static_cast<double>(count) / static_cast<double>(total(own)));
    }
  }
  figure.svg = svg_of(chart);
  figure.caption =
      fmt::format("The pipe or memory level with the largest share of the time, by number of shapes. {}.", counts);
  return figure;
}

}  // namespace mikpoly::lab
