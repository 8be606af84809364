#include "core/kernel/time_surface.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr std::size_t kStride = PanelAxis::kMaxKnots;

using Weights = PanelAxis::Weights;

// Sum of the grid's rows, each times its weight.
Weights strip_of(const std::array<double, kStride * kStride>& grid, const Weights& rows) {
  Weights sums{};
  for (std::size_t i = 0; i < kStride; ++i) {
    for (std::size_t j = 0; j < kStride; ++j) sums[j] += rows[i] * grid[i * kStride + j];
  }
  return sums;
}

double dot(const Weights& a, const Weights& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < kStride; ++j) sum += a[j] * b[j];
  return sum;
}

}  // namespace

TimeSurface::TimeSurface(const SurfaceAxes& axes, std::vector<std::int64_t> times)
    : axes_(axes), times_(std::move(times)) {
  const std::size_t rows = axes_.rows.knots().size();
  const std::size_t columns = axes_.columns.knots().size();
  ensure(!times_.empty() && times_.size() == axes_.depth.knots().size() * rows * columns,
         "a time surface has one time for each knot of its grid");
  grids_.resize(axes_.depth.knots().size(), Grid{});
  for (std::size_t at = 0; at < times_.size(); ++at) {
    Grid& grid = grids_[at / (rows * columns)];
    grid[at / columns % rows * kStride + at % columns] = static_cast<double>(times_[at]);
  }
  least_rate_ = least_rate_at_knots();
}

TimeSurface TimeSurface::sample(const SurfaceAxes& axes, const std::function<Picoseconds(const TaskExtent&)>& time) {
  const std::size_t columns = axes.columns.knots().size();
  const std::size_t plane = axes.rows.knots().size() * columns;
  std::vector<std::int64_t> times;
  for (const std::int64_t depth : axes.depth.knots()) {
    for (const std::int64_t row : axes.rows.knots()) {
      for (const std::int64_t column : axes.columns.knots()) {
        std::int64_t longest = std::max<std::int64_t>(time({row, column, depth}).count, 1);
        const std::size_t at = times.size();
        if (at % columns > 0) longest = std::max(longest, times[at - 1]);
        if (at % plane >= columns) longest = std::max(longest, times[at - columns]);
        if (at >= plane) longest = std::max(longest, times[at - plane]);
        times.push_back(longest);
      }
    }
  }
  return {axes, std::move(times)};
}

// T is a sum over the knots, none counted negatively, of which the same sum of extents is at least the task's: the
// least quotient at the knots bounds that of every task.
double TimeSurface::least_rate_at_knots() const {
  double least = 1e300;
  std::size_t at = 0;
  for (const std::int64_t depth : axes_.depth.knots()) {
    for (const std::int64_t row : axes_.rows.knots()) {
      for (const std::int64_t column : axes_.columns.knots()) {
        const double macs = static_cast<double>(depth * row) * static_cast<double>(column);
        least = std::min(least, static_cast<double>(times_[at++]) / macs);
      }
    }
  }
  // Rounded down by a part in 2^40: the bound must hold although doubles round.
  return least * (1.0 - 0x1.0p-40);
}

void TimeSurface::at(std::int64_t depth, Plane& plane) const {
  plane.axes_ = &axes_;
  const Weights weights = axes_.depth.weights(depth);
  bool first = true;
  for (std::size_t d = 0; d < grids_.size(); ++d) {
    const double weight = weights[d];
    if (weight == 0.0) continue;
    const Grid& grid = grids_[d];
    for (std::size_t i = 0; i < grid.size(); ++i) plane.grid_[i] = (first ? 0.0 : plane.grid_[i]) + weight * grid[i];
    first = false;
  }
}

double TimeSurface::Plane::least_per_row(const Weights& columns, std::int64_t most) const {
  Weights values{};
  for (std::size_t i = 0; i < kStride; ++i) {
    for (std::size_t j = 0; j < kStride; ++j) values[i] += columns[j] * grid_[i * kStride + j];
  }
  return axes_->rows.least_per_unit(values, most);
}

double TimeSurface::Plane::least_per_column(const Weights& rows, std::int64_t most) const {
  return axes_->columns.least_per_unit(strip_of(grid_, rows), most);
}

PanelAxis::Weights TimeSurface::Plane::strip(std::int64_t rows) const {
  return strip_of(grid_, axes_->rows.weights(rows));
}

Picoseconds TimeSurface::Plane::at(const Weights& strip, const Weights& columns) {
  const double ps = dot(strip, columns);
  if (ps >= static_cast<double>(kLongestTime)) return {kLongestTime};
  const auto whole = static_cast<std::int64_t>(ps);
  return {std::max<std::int64_t>(whole + (static_cast<double>(whole) < ps ? 1 : 0), 1)};
}

Picoseconds TimeSurface::time(const TaskExtent& task) const {
  Plane plane;
  at(task.depth, plane);
  return plane.time(task.rows, task.columns);
}

}  // namespace mikpoly
