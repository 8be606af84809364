#include "experiments/report/svg_plot.hpp"

#include <algorithm>

#include "experiments/report/markup.hpp"
#include "experiments/report/svg_canvas.hpp"

namespace mikpoly::lab {
namespace {

constexpr double kPlotWidth = 860.0;
constexpr double kPlotLeft = 70.0;
constexpr double kRight = 620.0;  // the legend begins behind it
constexpr double kPlotTop = 14.0;
constexpr double kHeight = 340.0;  // of the inner part
constexpr double kBottom = kPlotTop + kHeight;
constexpr double kPlotBelow = 46.0;  // for ticks and label of x
constexpr double kPlotLegendLine = 18.0;
constexpr std::int64_t kPlotMostOfLabel = 24;  // characters that fit beside the plot

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot), canvas_(kPlotWidth, height_of(plot)) {}

  std::string svg() && {
    draw_axes();
    for (const Series& series : plot_.series) draw(series);
    draw_legend();
    return canvas_.svg(plot_.title, plot_.description);
  }

 private:
  static double height_of(const Plot& plot) {
    const double legend = kPlotTop + kPlotLegendLine * static_cast<double>(plot.series.size());
    return std::max(kBottom + kPlotBelow, legend + kPlotLegendLine);
  }

  [[nodiscard]] double x_of(double value) const { return kPlotLeft + (kRight - kPlotLeft) * plot_.x.position(value); }
  [[nodiscard]] double y_of(double value) const { return kBottom - kHeight * plot_.y.position(value); }

  void draw_axes() {
    const Stroke rule{.colour = std::string(kRule), .dash = {}};
    for (const double tick : plot_.x.ticks()) {
      canvas_.line({x_of(tick), kPlotTop}, {x_of(tick), kBottom}, rule);
      canvas_.text({x_of(tick), kBottom + 16.0}, tick_text(tick), Anchor::middle, kFaint);
    }
    for (const double tick : plot_.y.ticks()) {
      canvas_.line({kPlotLeft, y_of(tick)}, {kRight, y_of(tick)}, rule);
      canvas_.text({kPlotLeft - 6.0, y_of(tick) + 4.0}, tick_text(tick), Anchor::end, kFaint);
    }
    const Stroke ink{.colour = std::string(kInk), .dash = {}};
    canvas_.line({kPlotLeft, kBottom}, {kRight, kBottom}, ink);
    canvas_.line({kPlotLeft, kPlotTop}, {kPlotLeft, kBottom}, ink);
    canvas_.text({(kPlotLeft + kRight) / 2.0, kBottom + 36.0}, plot_.x.label(), Anchor::middle);
    canvas_.rotated_text({16.0, (kPlotTop + kBottom) / 2.0}, plot_.y.label());
  }

  void draw(const Series& series) {
    std::vector<Place> places;
    for (const DataPoint& point : series.points) {
      if (!plot_.x.holds(point.x) || !plot_.y.holds(point.y)) continue;
      if (series.kind == Series::Kind::steps && !places.empty()) places.push_back({x_of(point.x), places.back().y});
      places.push_back({x_of(point.x), y_of(point.y)});
    }
    if (series.kind == Series::Kind::marks) {
      canvas_.marks(places, series.look.mark, series.look.colour);
    } else {
      canvas_.polyline(places, stroke_of(series));
    }
  }

  void draw_legend() {
    double y = kPlotTop + kPlotLegendLine / 2.0;
    for (const Series& series : plot_.series) {
      const double left = kRight + 16.0;
      if (series.kind == Series::Kind::marks) {
        canvas_.marks({{left + 12.0, y}}, series.look.mark, series.look.colour);
      } else {
        canvas_.line({left, y}, {left + 24.0, y}, stroke_of(series));
      }
      canvas_.text({left + 30.0, y + 4.0}, shortened(series.label, kPlotMostOfLabel), Anchor::start);
      y += kPlotLegendLine;
    }
  }

  static Stroke stroke_of(const Series& series) {
    return {.colour = series.look.colour, .width = 1.8, .dash = series.look.dash};
  }

  const Plot& plot_;
  SvgCanvas canvas_;
};

}  // namespace

std::string svg_of(const Plot& plot) {
  return Drawing(plot).svg();
}

}  // namespace mikpoly::lab
