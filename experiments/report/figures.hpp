// The figures of a section. Each is drawn from times of one source, which its caption names.
#pragma once

#include <string>
#include <string_view>

#include "experiments/report/section.hpp"

namespace mikpoly::lab {

struct Figure {
  std::string heading;
  std::string svg;      ///< empty when there is nothing to draw
  std::string caption;  ///< how to read it and what is in it, or why there is nothing to draw
};

/// Of the shapes on which a selector has a regret, the share with at most so much; a line for each selector.
Figure regret_figure(const ReportSection& section);

/// Time of the baseline over that of each selector, over the multiply-accumulates of the shape.
Figure speedup_figure(const ReportSection& section, std::string_view baseline);

/// GFLOP/s over FLOP per byte, where A, B and the output each move once, under the machine's roofs.
Figure roofline_figure(const ReportSection& section);

/// What bounds the plans of each selector.
Figure bound_figure(const ReportSection& section);

/// What speed-ups are taken over where none is named: the first of default-tile, best-tile and vendor that a section
/// has, else its first selector.
std::string default_baseline(const ReportSection& section);

/// Most marks of a selector in one figure; of more shapes so many are drawn, evenly spaced in the order of the run.
inline constexpr std::int64_t kMostMarks = 1000;

/// Most selectors whose marks are drawn over each other.
inline constexpr std::int64_t kMostSelectors = 4;

}  // namespace mikpoly::lab
