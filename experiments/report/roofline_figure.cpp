#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"
#include "experiments/report/scatter.hpp"

namespace mikpoly::lab {
namespace {

// FLOP for each byte when A, B and the output each move once.
double intensity(const GemmShape& shape, const lab::MachineTypes& types) {
  const auto elements = [&shape](std::int64_t rows, std::int64_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(shape.batch);
  };
  const double bytes = elements(shape.m, shape.k) * static_cast<double>(bytes_of(types.a)) +
                       elements(shape.k, shape.n) * static_cast<double>(bytes_of(types.b)) +
                       elements(shape.m, shape.n) * static_cast<double>(bytes_of(types.d));
  return 2.0 * shape.macs() / bytes;
}

// Of the finished rows that compute something: FLOP/byte and GFLOP/s.
std::vector<DataPoint> points_of(const ReportSection& section, const lab::SelectorRows& rows) {
  std::vector<DataPoint> points;
  for (const lab::RunRow* row : rows.rows) {
    if (!row->numbers || row->numbers->time <= 0.0) continue;
    const GemmShape shape = shape_of(*row);
    if (shape.macs() <= 0.0) continue;
    // 1 FLOP in a microsecond is 1/1000 GFLOP/s.
    points.push_back({intensity(shape, section.types), 2.0 * shape.macs() / row->numbers->time / 1e3});
  }
  return points;
}

std::string rate_text(double giga, std::string_view unit) {
  return giga < 1000.0 ? fmt::format("{:.4g} G{}", giga, unit) : fmt::format("{:.4g} T{}", giga / 1000.0, unit);
}

// From where it enters the plot to where it meets the peak.
std::vector<DataPoint> roof_line(double gbytes_per_second, double peak, const Axis& x, const Axis& y) {
  const double begin = std::max(x.least(), y.least() / gbytes_per_second);
  const double end = std::min(x.most(), peak / gbytes_per_second);
  if (begin >= end) return {};
  return {{begin, std::max(y.least(), begin * gbytes_per_second)}, {end, std::min(peak, end * gbytes_per_second)}};
}

std::vector<Series> roofs_over(const MachineRoofs& roofs, const Axis& x, const Axis& y) {
  constexpr std::array<std::string_view, 3> kDashes{"", "7 3", "2 3"};  // main memory has the solid line
  std::vector<Series> lines;
  for (std::size_t i = 0; i < roofs.bandwidths.size(); ++i) {
    const BandwidthRoof& roof = roofs.bandwidths[i];
    const std::size_t inward = std::min(roofs.bandwidths.size() - 1 - i, kDashes.size() - 1);
    lines.push_back({.label = fmt::format("{} {}", roof.level, rate_text(roof.gbytes_per_second, "B/s")),
                     .kind = Series::Kind::line,
                     .look = {.colour = std::string(kFaint), .dash = std::string(kDashes[inward])},
                     .points = roof_line(roof.gbytes_per_second, roofs.gflops, x, y)});
  }
  lines.push_back({.label = fmt::format("peak {}", rate_text(roofs.gflops, "FLOP/s")),
                   .kind = Series::Kind::line,
                   .look = {.colour = std::string(kInk), .dash = {}},
                   .points = {{x.least(), roofs.gflops}, {x.most(), roofs.gflops}}});
  return lines;
}

}  // namespace

Figure roofline_figure(const ReportSection& section) {
  Figure figure{.heading = "Roofline", .svg = {}, .caption = {}};
  const std::vector<const lab::SelectorRows*> drawn = drawn_selectors(section, "");
  std::vector<Series> series;
  std::int64_t count = 0;
  for (const lab::SelectorRows* rows : drawn) {
    std::vector<DataPoint> points = points_of(section, *rows);
    if (points.empty()) continue;
    count += std::ssize(points);
    series.push_back(marks_of(section, *rows, std::move(points)));
  }
  if (series.empty()) {
    figure.caption = fmt::format("No row that computes something finished. {}.",
                                 counts_text(tally_of(section.selectors), section.time_source));
    return figure;
  }
  const Axis x("arithmetic intensity (FLOP/byte, A, B and the output each moved once, log scale)", Scale::logarithmic,
               values_of(series, &DataPoint::x));
  const std::string counts = drawn_text(section, drawn, count, series);
  const bool has_roofs = section.roofs.gflops > 0.0;
  std::vector<double> rates = values_of(series, &DataPoint::y);
  if (has_roofs) rates.push_back(section.roofs.gflops);
  const Axis y("speed (GFLOP/s, log scale)", Scale::logarithmic, rates);
  if (has_roofs) {
    const std::vector<Series> roofs = roofs_over(section.roofs, x, y);
    series.insert(series.begin(), roofs.begin(), roofs.end());
  }
  figure.svg =
      svg_of({.title = fmt::format("Roofline of {}, patterns {}", section.hardware, section.pattern_set),
              .description = fmt::format(
                  "GFLOP/s of {} plans over their arithmetic intensity{}.", count,
                  has_roofs ? fmt::format(", below a peak of {}", rate_text(section.roofs.gflops, "FLOP/s")) : ""),
              .x = x,
              .y = y,
              .series = series});
  figure.caption =
      fmt::format("A mark is a shape. {} {}",
                  has_roofs ? "The lines are the sustained peak and the shared memory levels of the "
                              "machine's description; what stays in a nearer level may pass a farther one's "
                              "line."
                            : fmt::format("No roofs: {}.", section.roofs.reason),
                  counts);
  return figure;
}

}  // namespace mikpoly::lab
