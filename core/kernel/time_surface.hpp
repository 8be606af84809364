// Time of one task of any extent on a kernel that trims its edges: T(rows, columns, depth), depth along k.
//
// Sampled on a grid of knots and linear in each extent as PanelAxis says. What g_predict is for full tiles, this is for
// tasks that compute less.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/units.hpp"
#include "core/kernel/panel_axis.hpp"

namespace mikpoly {

/// What one task computes: rows x columns of the output over `depth` of k.
struct TaskExtent {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t depth = 0;

  auto operator<=>(const TaskExtent&) const = default;
};

struct SurfaceAxes {
  PanelAxis rows;
  PanelAxis columns;
  PanelAxis depth;
};

class TimeSurface {
 public:
  TimeSurface() = default;
  /// `times` at the knots in ps: depth by depth, row by row, column by column.
  TimeSurface(const SurfaceAxes& axes, std::vector<std::int64_t> times);

  /// Asks for every knot's time, and lifts a time below that of a smaller task to it: less work is never slower, noise
  /// is. Cost: the samples.
  static TimeSurface sample(const SurfaceAxes& axes, const std::function<Picoseconds(const TaskExtent&)>& time);

  /// Whether there are times: of a padded kernel there are none.
  [[nodiscard]] bool empty() const { return times_.empty(); }
  [[nodiscard]] const SurfaceAxes& axes() const { return axes_; }
  [[nodiscard]] const std::vector<std::int64_t>& times() const { return times_; }

  [[nodiscard]] Picoseconds time(const TaskExtent& task) const;

  /// ps per multiply-accumulate that no task is below.
  [[nodiscard]] double least_rate() const { return least_rate_; }

  /// The surface at one depth: what planning evaluates.
  class Plane {
   public:
    /// Rounded up, at least 1 ps. Cost: some ten nanoseconds, no allocation.
    [[nodiscard]] Picoseconds time(std::int64_t rows, std::int64_t columns) const {
      return at(strip(rows), axes_->columns.weights(columns));
    }

    /// The same in two parts, for tasks that have rows or columns in common.
    [[nodiscard]] PanelAxis::Weights strip(std::int64_t rows) const;
    [[nodiscard]] PanelAxis::Weights weights(std::int64_t columns) const { return axes_->columns.weights(columns); }
    /// The least time of a row, of tasks of up to `most` rows whose columns' weights are given; and of a column.
    [[nodiscard]] double least_per_row(const PanelAxis::Weights& columns, std::int64_t most) const;
    [[nodiscard]] double least_per_column(const PanelAxis::Weights& rows, std::int64_t most) const;
    [[nodiscard]] const SurfaceAxes& axes() const { return *axes_; }
    static Picoseconds at(const PanelAxis::Weights& strip, const PanelAxis::Weights& columns);

   private:
    friend class TimeSurface;
    const SurfaceAxes* axes_;  // no initialisers: planning holds arrays of planes and writes those in use
    std::array<double, PanelAxis::kMaxKnots * PanelAxis::kMaxKnots> grid_;
  };

  /// Writes the plane at that depth, of a surface that is not empty and outlives it. Cost: as above.
  void at(std::int64_t depth, Plane& plane) const;

 private:
  using Grid = std::array<double, PanelAxis::kMaxKnots * PanelAxis::kMaxKnots>;
  [[nodiscard]] double least_rate_at_knots() const;

  SurfaceAxes axes_;
  std::vector<std::int64_t> times_;
  std::vector<Grid> grids_;  // times_ per depth, rows padded to kMaxKnots
  double least_rate_ = 0.0;
};

}  // namespace mikpoly
