// Horizontal bars of which each is cut into the same kinds of parts, with a legend of the parts at their right.
#pragma once

#include <string>
#include <vector>

namespace mikpoly::lab {

struct Bar {
  std::string label;
  std::vector<double> shares;  ///< of each part, from 0 to 1, together at most 1
};

struct BarChart {
  std::string title;
  std::string description;         ///< what the figure shows, for who does not see it
  std::string label;               ///< of the axis, which is in percent
  std::vector<std::string> parts;  ///< names, in the order of the shares
  std::vector<Bar> bars;
};

std::string svg_of(const BarChart& chart);

}  // namespace mikpoly::lab
