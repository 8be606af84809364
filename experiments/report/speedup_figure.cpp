#include <map>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"
#include "experiments/report/scatter.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

using Times = std::map<std::string_view, double>;

Times times_of(const lab::SelectorRows& rows) {
  Times times;
  for (const lab::RunRow* row : rows.rows) {
    if (row->numbers && row->numbers->time > 0.0) times[row->key.problem] = row->numbers->time;
  }
  return times;
}

// Of the shapes that both finished and that take time.
std::vector<DataPoint> speedups(const lab::SelectorRows& rows, const Times& baseline) {
  std::vector<DataPoint> points;
  for (const lab::RunRow* row : rows.rows) {
    const auto reference = baseline.find(row->key.problem);
    if (!row->numbers || row->numbers->time <= 0.0 || reference == baseline.end()) continue;
    points.push_back({shape_of(*row).macs(), reference->second / row->numbers->time});
  }
  return points;
}

double mean_of(const std::vector<DataPoint>& points) {
  std::vector<double> ratios;
  for (const DataPoint& point : points) ratios.push_back(point.y);
  return lab::geometric_mean(ratios);
}

}  // namespace

std::string default_baseline(const ReportSection& section) {
  for (const std::string_view name : {"default-tile", "best-tile", "vendor"}) {
    if (section.find(name) != nullptr) return std::string(name);
  }
  return section.selectors.empty() ? "" : section.selectors.front().selector;
}

Figure speedup_figure(const ReportSection& section, std::string_view baseline) {
  Figure figure{.heading = fmt::format("Speed-up over {}", baseline), .svg = {}, .caption = {}};
  const lab::SelectorRows* const reference = section.find(baseline);
  const Times times = reference == nullptr ? Times{} : times_of(*reference);
  const std::vector<const lab::SelectorRows*> drawn = drawn_selectors(section, baseline);
  std::vector<Series> series;
  std::string description = fmt::format("Speed-up over {}.", baseline);
  std::int64_t count = 0;
  for (const lab::SelectorRows* rows : drawn) {
    std::vector<DataPoint> points = speedups(*rows, times);
    if (points.empty()) continue;
    count += std::ssize(points);
    description +=
        fmt::format(" {}: geometric mean {:.3f} over {} shapes.", rows->selector, mean_of(points), points.size());
    series.push_back(marks_of(section, *rows, std::move(points)));
  }
  if (series.empty()) {
    figure.caption = fmt::format("There is no shape that {} and another selector both finished. {}.", baseline,
                                 counts_text(tally_of(section.selectors), section.time_source));
    return figure;
  }
  const Axis x("size of the product (multiply-accumulates: m n k batch, log scale)", Scale::logarithmic,
               values_of(series, &DataPoint::x));
  std::vector<double> ratios = values_of(series, &DataPoint::y);
  ratios.push_back(1.0);
  Series even{.label = "as fast as " + std::string(baseline),
              .kind = Series::Kind::line,
              .look = {.colour = std::string(kFaint), .dash = {}},
              .points = {{x.least(), 1.0}, {x.most(), 1.0}}};
  const std::string counts = drawn_text(section, drawn, count, series);
  series.insert(series.begin(), std::move(even));
  figure.svg = svg_of(
      {.title = fmt::format("Speed-up over {} on {}, patterns {}", baseline, section.hardware, section.pattern_set),
       .description = description,
       .x = x,
       .y = Axis("time of the baseline / time (ratio, log scale)", Scale::logarithmic, ratios),
       .series = series});
  figure.caption = fmt::format("Above 1 is faster than {}; a mark is a shape. {}", baseline, counts);
  return figure;
}

}  // namespace mikpoly::lab
