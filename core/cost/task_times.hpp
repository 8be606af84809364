// Times of one kernel's tasks at one k extent.
//
// The tasks of a region come in at most four kinds: full tiles, the right edge, the bottom edge, and the corner. A
// padded kernel takes a full tile's time for each; a trimmed one what its surface says.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/kernel/micro_kernel.hpp"

namespace mikpoly {

/// Tasks of a region that take the same time.
struct TaskKind {
  std::int64_t count = 0;
  Picoseconds time;
};

class RegionTasks {
 public:
  void add(std::int64_t count, Picoseconds time) { kinds_[size_++] = {count, time}; }
  [[nodiscard]] std::span<const TaskKind> kinds() const { return {kinds_.data(), size_}; }
  [[nodiscard]] std::int64_t count() const;
  /// All tasks one after the other, at most kLongestTime.
  [[nodiscard]] Picoseconds work() const;

 private:
  std::array<TaskKind, 4> kinds_;
  std::size_t size_ = 0;
};

class TaskTimes {
 public:
  TaskTimes() = default;  ///< not usable before it is assigned to
  /// The kernel must outlive the times. Cost: some ten nanoseconds, no allocation.
  TaskTimes(const MicroKernel& kernel, std::int64_t k);

  /// Of a task of `rows` x `columns`, at most those of the tile.
  [[nodiscard]] Picoseconds time(std::int64_t rows, std::int64_t columns) const {
    return kernel_->edge == EdgeRule::padded ? kernel_->time.latency(steps_) : plane_.time(rows, columns);
  }

  /// Of the largest task of a region.
  [[nodiscard]] Picoseconds largest(std::int64_t rows, std::int64_t columns) const {
    return time(std::min(rows, kernel_->tile.m), std::min(columns, kernel_->tile.n));
  }

  /// The tasks of a region.
  [[nodiscard]] RegionTasks tasks(std::int64_t rows, std::int64_t columns, std::int64_t batch) const;

  /// Of a trimmed kernel: the least time of a row of a region of up to `rows` rows and exactly `columns` columns, and
  /// of a column likewise.
  [[nodiscard]] double least_per_row(std::int64_t rows, std::int64_t columns) const;
  [[nodiscard]] double least_per_column(std::int64_t rows, std::int64_t columns) const;

  [[nodiscard]] const MicroKernel& kernel() const { return *kernel_; }

 private:
  const MicroKernel* kernel_;  // no initialisers: planning holds an array of these and writes those in use
  std::int64_t steps_;
  TimeSurface::Plane plane_;  // of trimmed kernels only
};

}  // namespace mikpoly
