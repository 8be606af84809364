#include "experiments/report/scatter.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"

namespace mikpoly::lab {

std::vector<const lab::SelectorRows*> drawn_selectors(const ReportSection& section, std::string_view without) {
  std::vector<const lab::SelectorRows*> drawn;
  const lab::SelectorRows* const oracle = without == "oracle" ? nullptr : section.find("oracle");
  const std::int64_t most = kMostSelectors - (oracle == nullptr ? 0 : 1);
  for (const lab::SelectorRows& rows : section.selectors) {
    if (rows.selector == without || &rows == oracle || std::ssize(drawn) == most) continue;
    drawn.push_back(&rows);
  }
  if (oracle != nullptr) drawn.insert(drawn.begin(), oracle);  // under the others, which often meet it
  return drawn;
}

GemmShape shape_of(const lab::RunRow& row) {
  return parse_gemm_shape(row.shape);
}

Series marks_of(const ReportSection& section, const lab::SelectorRows& rows, std::vector<DataPoint> points) {
  const std::int64_t all = std::ssize(points);
  if (all > kMostMarks) {
    for (std::int64_t i = 0; i < kMostMarks; ++i) {
      points[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(i * all / kMostMarks)];
    }
    points.resize(kMostMarks);
  }
  return {.label = rows.selector,
          .kind = Series::Kind::marks,
          .look = look_of(rows.selector, &rows - section.selectors.data()),
          .points = std::move(points)};
}

std::vector<double> values_of(const std::vector<Series>& series, double DataPoint::*coordinate) {
  std::vector<double> values;
  for (const Series& each : series) {
    for (const DataPoint& point : each.points) values.push_back(point.*coordinate);
  }
  return values;
}

std::string drawn_text(const ReportSection& section, const std::vector<const lab::SelectorRows*>& drawn,
                       std::int64_t points, const std::vector<Series>& series) {
  std::vector<lab::SelectorRows> selectors;
  for (const lab::SelectorRows* rows : drawn) selectors.push_back(*rows);
  std::string text = counts_text(tally_of(selectors), section.time_source);
  if (std::ssize(drawn) < std::ssize(section.selectors)) {
    text += fmt::format("; {} of {} selectors", drawn.size(), section.selectors.size());
  }
  std::int64_t marks = 0;
  for (const Series& each : series) marks += each.kind == Series::Kind::marks ? std::ssize(each.points) : 0;
  if (marks < points) text += fmt::format("; {} of {} marks, evenly spaced", marks, points);
  return text + ".";
}

}  // namespace mikpoly::lab
