#include "core/cost/task_times.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly {

std::int64_t RegionTasks::count() const {
  std::int64_t sum = 0;
  for (const TaskKind& kind : kinds()) sum += kind.count;
  return sum;
}

Picoseconds RegionTasks::work() const {
  Picoseconds sum;
  for (const TaskKind& kind : kinds()) sum = std::min(sum + kind.time * kind.count, Picoseconds{kLongestTime});
  return sum;
}

namespace {

// The weights of an extent cut into tiles, all tiles added.
PanelAxis::Weights tiled_weights(const PanelAxis& axis, std::int64_t extent, std::int64_t tile) {
  if (extent <= tile) return axis.weights(extent);
  const std::int64_t whole = extent / tile;
  PanelAxis::Weights sum = axis.weights(tile);
  for (double& weight : sum) weight *= static_cast<double>(whole);
  if (extent == whole * tile) return sum;
  const PanelAxis::Weights rest = axis.weights(extent - whole * tile);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += rest[i];
  return sum;
}

}  // namespace

double TaskTimes::least_per_row(std::int64_t rows, std::int64_t columns) const {
  return plane_.least_per_row(tiled_weights(plane_.axes().columns, columns, kernel_->tile.n), rows);
}

double TaskTimes::least_per_column(std::int64_t rows, std::int64_t columns) const {
  return plane_.least_per_column(tiled_weights(plane_.axes().rows, rows, kernel_->tile.m), columns);
}

TaskTimes::TaskTimes(const MicroKernel& kernel, std::int64_t k) : kernel_(&kernel), steps_(kernel.steps(k)) {
  if (kernel.edge == EdgeRule::trimmed) kernel.surface.at(k, plane_);
}

RegionTasks TaskTimes::tasks(std::int64_t rows, std::int64_t columns, std::int64_t batch) const {
  const TileShape& tile = kernel_->tile;
  RegionTasks tasks;
  if (kernel_->edge == EdgeRule::padded) {
    tasks.add(ceil_div(rows, tile.m) * ceil_div(columns, tile.n) * batch, time(rows, columns));
    return tasks;
  }
  const std::int64_t down = rows < tile.m ? 0 : rows / tile.m;
  const std::int64_t across = columns < tile.n ? 0 : columns / tile.n;
  const std::int64_t rest_rows = rows - down * tile.m;
  const std::int64_t rest_columns = columns - across * tile.n;
  PanelAxis::Weights whole{};
  PanelAxis::Weights rest{};
  if (across > 0) whole = plane_.weights(tile.n);
  if (rest_columns > 0) rest = plane_.weights(rest_columns);
  const auto add_strip = [&](std::int64_t count, std::int64_t height) {
    const PanelAxis::Weights strip = plane_.strip(height);
    if (across > 0) tasks.add(count * across * batch, TimeSurface::Plane::at(strip, whole));
    if (rest_columns > 0) tasks.add(count * batch, TimeSurface::Plane::at(strip, rest));
  };
  if (down > 0) add_strip(down, tile.m);
  if (rest_rows > 0) add_strip(1, rest_rows);
  return tasks;
}

}  // namespace mikpoly
