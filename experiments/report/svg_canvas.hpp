// A drawing as SVG elements. The same drawing gives the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/palette.hpp"

namespace mikpoly::lab {

/// In units of the drawing, from its upper left corner.
struct Place {
  double x = 0.0;
  double y = 0.0;
};

enum class Anchor { start, middle, end };

struct Stroke {
  std::string colour;
  double width = 1.0;
  std::string dash;
};

class SvgCanvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  void line(Place from, Place to, const Stroke& stroke);
  void polyline(const std::vector<Place>& places, const Stroke& stroke);
  void rect(Place corner, double width, double height, std::string_view colour);
  /// All marks of a series as one path.
  void marks(const std::vector<Place>& places, Mark mark, std::string_view colour);
  void text(Place place, std::string_view words, Anchor anchor, std::string_view colour = kInk);
  /// Upwards.
  void rotated_text(Place place, std::string_view words);

  /// The whole drawing. Title and description are what stands for it where it is not seen.
  [[nodiscard]] std::string svg(std::string_view title, std::string_view description) const;

 private:
  double width_;
  double height_;
  std::string body_;
};

}  // namespace mikpoly::lab
