#include "experiments/report/svg_plot.hpp"

#include <algorithm>

#include "experiments/report/markup.hpp"
#include "experiments/report/svg_canvas.hpp"

namespace mikpoly::report {
namespace {

constexpr double kWidth = 860.0;
constexpr double kLeft = 70.0;
constexpr double kRight = 620.0;  // the legend begins behind it
constexpr double kTop = 14.0;
constexpr double kHeight = 340.0;  // of the inner part
constexpr double kBottom = kTop + kHeight;
constexpr double kBelow = 46.0;  // for ticks and label of x
constexpr double kLegendLine = 18.0;
constexpr std::int64_t kMostOfLabel = 24;  // characters that fit beside the plot

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot), canvas_(kWidth, height_of(plot)) {}

  std::string svg() && {
    draw_axes();
    for (const Series& series : plot_.series) draw(series);
    draw_legend();
    return canvas_.svg(plot_.title, plot_.description);
  }

 private:
  static double height_of(const Plot& plot) {
    const double legend = kTop + kLegendLine * static_cast<double>(plot.series.size());
    return std::max(kBottom + kBelow, legend + kLegendLine);
  }

  [[nodiscard]] double x_of(double value) const { return kLeft + (kRight - kLeft) * plot_.x.position(value); }
  [[nodiscard]] double y_of(double value) const { return kBottom - kHeight * plot_.y.position(value); }

  void draw_axes() {
    const Stroke rule{.colour = std::string(kRule), .dash = {}};
    for (const double tick : plot_.x.ticks()) {
      canvas_.line({x_of(tick), kTop}, {x_of(tick), kBottom}, rule);
      canvas_.text({x_of(tick), kBottom + 16.0}, tick_text(tick), Anchor::middle, kFaint);
    }
    for (const double tick : plot_.y.ticks()) {
      canvas_.line({kLeft, y_of(tick)}, {kRight, y_of(tick)}, rule);
      canvas_.text({kLeft - 6.0, y_of(tick) + 4.0}, tick_text(tick), Anchor::end, kFaint);
    }
    const Stroke ink{.colour = std::string(kInk), .dash = {}};
    canvas_.line({kLeft, kBottom}, {kRight, kBottom}, ink);
    canvas_.line({kLeft, kTop}, {kLeft, kBottom}, ink);
    canvas_.text({(kLeft + kRight) / 2.0, kBottom + 36.0}, plot_.x.label(), Anchor::middle);
    canvas_.rotated_text({16.0, (kTop + kBottom) / 2.0}, plot_.y.label());
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
    double y = kTop + kLegendLine / 2.0;
    for (const Series& series : plot_.series) {
      const double left = kRight + 16.0;
      if (series.kind == Series::Kind::marks) {
        canvas_.marks({{left + 12.0, y}}, series.look.mark, series.look.colour);
      } else {
        canvas_.line({left, y}, {left + 24.0, y}, stroke_of(series));
      }
      canvas_.text({left + 30.0, y + 4.0}, shortened(series.label, kMostOfLabel), Anchor::start);
      y += kLegendLine;
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

}  // namespace mikpoly::report
