// A plot of series over two axes, with ticks, labels and a legend at its right.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/axis.hpp"
#include "experiments/report/palette.hpp"

namespace mikpoly::lab {

struct DataPoint {
  double x = 0.0;
  double y = 0.0;
};

struct Series {
  enum class Kind { marks, line, steps };  ///< steps: y holds until the next x

  std::string label;
  Kind kind = Kind::marks;
  Look look;
  std::vector<DataPoint> points;
};

struct Plot {
  std::string title;
  std::string description;  ///< what the figure shows, for who does not see it
  Axis x;
  Axis y;
  std::vector<Series> series;  ///< later ones are drawn over earlier ones
};

/// Points outside of an axis are not drawn.
std::string svg_of(const Plot& plot);

}  // namespace mikpoly::lab
