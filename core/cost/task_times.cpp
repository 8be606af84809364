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

TaskTimes::TaskTimes(const MicroKernel& kernel, std::int64_t k)
    : kernel_(&kernel), steps_(kernel.steps(k)), plane_(kernel.surface.at(k)) {}

RegionTasks TaskTimes::tasks(std::int64_t rows, std::int64_t columns, std::int64_t batch) const {
  const TileShape& tile = kernel_->tile;
  RegionTasks tasks;
  if (kernel_->edge == EdgeRule::padded) {
    tasks.add(ceil_div(rows, tile.m) * ceil_div(columns, tile.n) * batch, time(rows, columns));
    return tasks;
  }
  const std::int64_t down = rows / tile.m;
  const std::int64_t across = columns / tile.n;
  const std::int64_t rest_rows = rows - down * tile.m;
  const std::int64_t rest_columns = columns - across * tile.n;
  if (down > 0 && across > 0) tasks.add(down * across * batch, plane_.time(tile.m, tile.n));
  if (down > 0 && rest_columns > 0) tasks.add(down * batch, plane_.time(tile.m, rest_columns));
  if (rest_rows > 0 && across > 0) tasks.add(across * batch, plane_.time(rest_rows, tile.n));
  if (rest_rows > 0 && rest_columns > 0) tasks.add(batch, plane_.time(rest_rows, rest_columns));
  return tasks;
}

}  // namespace mikpoly
