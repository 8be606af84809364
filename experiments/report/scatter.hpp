// What the figures of marks share: which selectors and shapes are drawn, and how a caption says so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/gemm_shape.hpp"
#include "experiments/report/section.hpp"
#include "experiments/report/svg_plot.hpp"

namespace mikpoly::lab {

/// The first selectors of the section but `without`, and the oracle among them where it is one of the section.
std::vector<const lab::SelectorRows*> drawn_selectors(const ReportSection& section, std::string_view without);

/// Extents of a row's shape.
GemmShape shape_of(const lab::RunRow& row);

/// A series of marks, thinned to kMostMarks.
Series marks_of(const ReportSection& section, const lab::SelectorRows& rows, std::vector<DataPoint> points);

/// All points' x, or y.
std::vector<double> values_of(const std::vector<Series>& series, double DataPoint::*coordinate);

/// Counts of the drawn selectors, those that are not drawn, and how many marks were left out. `points` is the number
/// before thinning.
std::string drawn_text(const ReportSection& section, const std::vector<const lab::SelectorRows*>& drawn,
                       std::int64_t points, const std::vector<Series>& series);

}  // namespace mikpoly::lab
