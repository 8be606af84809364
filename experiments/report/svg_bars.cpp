#include "experiments/report/svg_bars.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "experiments/report/markup.hpp"
#include "experiments/report/svg_canvas.hpp"

namespace mikpoly::lab {
namespace {

constexpr double kBarsWidth = 860.0;
constexpr double kBarsLeft = 180.0;
constexpr double kLength = 440.0;  // of 100 %
constexpr double kBarsTop = 10.0;
constexpr double kLine = 24.0;
constexpr double kThickness = 16.0;
constexpr double kBarsBelow = 46.0;
constexpr double kBarsLegendLine = 18.0;
constexpr double kNarrowest = 34.0;  // a part that has room for its number
constexpr std::int64_t kBarsMostOfLabel = 22;

void draw_axis(SvgCanvas& canvas, double bottom, const std::string& label) {
  for (int percent = 0; percent <= 100; percent += 20) {
    const double x = kBarsLeft + kLength * percent / 100.0;
    canvas.line({x, kBarsTop}, {x, bottom}, {.colour = std::string(kRule), .dash = {}});
    canvas.text({x, bottom + 16.0}, fmt::to_string(percent), Anchor::middle, kFaint);
  }
  canvas.text({kBarsLeft + kLength / 2.0, bottom + 36.0}, label, Anchor::middle);
}

void draw_bar(SvgCanvas& canvas, const Bar& bar, double top) {
  canvas.text({kBarsLeft - 8.0, top + 12.0}, shortened(bar.label, kBarsMostOfLabel), Anchor::end);
  double x = kBarsLeft;
  for (std::size_t part = 0; part < bar.shares.size(); ++part) {
    const double width = kLength * bar.shares[part];
    const Fill fill = fill_at(static_cast<std::int64_t>(part));
    if (width > 0.0) canvas.rect({x, top}, width, kThickness, fill.colour);
    if (width >= kNarrowest) {
      canvas.text({x + width / 2.0, top + 12.0}, fmt::format("{:.0f}", 100.0 * bar.shares[part]), Anchor::middle,
                  fill.ink);
    }
    x += width;
  }
}

void draw_legend(SvgCanvas& canvas, const std::vector<std::string>& parts) {
  double y = kBarsTop;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    canvas.rect({kBarsLeft + kLength + 24.0, y}, 12.0, 12.0, fill_at(static_cast<std::int64_t>(part)).colour);
    canvas.text({kBarsLeft + kLength + 42.0, y + 10.0}, shortened(parts[part], kBarsMostOfLabel), Anchor::start);
    y += kBarsLegendLine;
  }
}

}  // namespace

std::string svg_of(const BarChart& chart) {
  const double bottom = kBarsTop + kLine * static_cast<double>(chart.bars.size());
  const double legend = kBarsTop + kBarsLegendLine * static_cast<double>(chart.parts.size());
  SvgCanvas canvas(kBarsWidth, std::max(bottom + kBarsBelow, legend));
  draw_axis(canvas, bottom, chart.label);
  double top = kBarsTop + (kLine - kThickness) / 2.0;
  for (const Bar& bar : chart.bars) {
    draw_bar(canvas, bar, top);
    top += kLine;
  }
  draw_legend(canvas, chart.parts);
  return canvas.svg(chart.title, chart.description);
}

}  // namespace mikpoly::lab
