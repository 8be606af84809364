// Least work of regions, for all kernels of a library with trimmed kernels at once: tells which of the thousands of
// candidates with at most one cut are worth an exact look.
//
// A task's time is a sum over the knots of its surface, weight of rows * weight of columns * weight of depth * time, so
// the tasks of a region add up to one such sum, with weights of all tiles added. At a shape's k and with one of the
// other extents given, what is left of a kernel is a profile: six numbers whose products with the weights of any height
// (or width) sum up to the work. Kernels share axes, so that weights are made once for many of them.
//
// Everything is kept in single precision, from numbers that are not negative, and rounded down by kSlack: the true work
// is never below.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "core/base/integer_math.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/pattern/pattern.hpp"
#include "core/pattern/split_positions.hpp"
#include "core/planner/region_costs.hpp"
#include "core/planner/trimmed_times.hpp"

namespace mikpoly {

/// What the screen needs of a library; made once per planner.
class ScreenTables {
 public:
  /// Of the kernels in the order of the classes, each in its own. Copies what it needs.
  ScreenTables(const TileClasses& classes, const KernelLibrary& library);

  /// Whether all kernels trim: else there is nothing to screen with.
  [[nodiscard]] bool usable() const { return usable_; }

 private:
  friend class WorkScreen;
  static constexpr std::size_t kLanes = 8;  // kMaxKnots, padded to whole vectors
  using Lanes = std::array<float, kLanes>;
  using Plane = std::array<float, PanelAxis::kMaxKnots * kLanes>;  // per knot of the columns the knots of the rows

  /// An axis cut into tiles.
  struct Tiling {
    PanelAxis axis;
    std::int64_t tile;
    PanelAxis::Weights whole;  ///< of a full tile
  };
  struct Kernel {
    std::int32_t index;  ///< in the library
    std::int32_t rows;   ///< its tilings, and its axis of depth
    std::int32_t columns;
    std::int32_t depth;
    std::int32_t planes;  ///< its first one
  };

  bool usable_ = true;
  std::vector<Tiling> rows_;
  std::vector<Tiling> columns_;
  std::vector<PanelAxis> depths_;
  std::vector<Kernel> kernels_;
  std::vector<Plane> planes_;
};

/// One shape.
class WorkScreen {
 public:
  /// The tables, which must be usable, must outlive the screen. Cost: some ten nanoseconds a kernel.
  WorkScreen(const ScreenTables& tables, const GemmShape& shape, std::int64_t slots);

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(tables_.kernels_.size()); }
  [[nodiscard]] std::int64_t kernel(std::int64_t i) const { return at(i).index; }

  /// A time that no schedule of the whole shape on the i-th kernel is below.
  [[nodiscard]] double whole(std::int64_t i) const { return whole_[static_cast<std::size_t>(i)]; }

  /// Visits every candidate of the cut whose schedule may be below `limit()`, which is asked again for each, in ps:
  /// visit(position, leading kernel, other kernel), kernels by their place here.
  template <typename Limit, typename Visit>
  void each_cut(Cut cut, Limit&& limit, Visit&& visit);

 private:
  using Lanes = ScreenTables::Lanes;
  /// Weights of an extent cut into tiles, and how many tiles that are.
  struct Tiled {
    Lanes weights;
    float tiles;
    float full_tiles;  ///< 1 where the extent is less than a tile: that one is as full as any
    Lanes one;         ///< weights of such a tile
  };
  /// A kernel across a cut, for a line of the cut's whole extent.
  struct Profile {
    Lanes values;
    Lanes single;  ///< of one task instead of all that lie side by side: the widest
    float line;    ///< least of one row (column)
    float tile;    ///< of the rows (columns) of one full tile
    float across;  ///< tasks side by side
    float widest;  ///< of these, tasks of full width
    float task;    ///< time of a full task of full width
  };

  [[nodiscard]] const ScreenTables::Kernel& at(std::int64_t i) const {
    return tables_.kernels_[static_cast<std::size_t>(i)];
  }
  static Tiled tiled(const ScreenTables::Tiling& tiling, std::int64_t extent);
  static float dot(const float* a, const float* b);
  /// The plane at given weights of the columns: a value per knot of the rows; and the other way round.
  static Lanes across_columns(const ScreenTables::Plane& plane, const Lanes& weights);
  static Lanes across_rows(const ScreenTables::Plane& plane, const Lanes& weights);
  void make_planes();
  void prepare_cut(bool rows);
  /// Least time of so much work in so many tasks.
  [[nodiscard]] float spread(float work, float tasks) const { return work / std::min(tasks, slots_); }
  /// Least number of tasks, of so many, that one slot gets.
  [[nodiscard]] float rounds(float tasks) const {
    constexpr float kExact = 4096.0F;
    if (tasks > kExact) return tasks / slots_;
    return static_cast<float>(static_cast<std::int32_t>((tasks + slots_ - 1.0F) / slots_));
  }
  const Tiled& of_rest(std::int32_t tiling, std::int64_t extent);

  const ScreenTables& tables_;
  GemmShape shape_;
  float slots_;
  std::array<Tiled, kMaxTrimmedKernels> rows_;     // of the whole shape, by tiling
  std::array<Tiled, kMaxTrimmedKernels> columns_;  // these with the batch in them
  std::array<ScreenTables::Plane, kMaxTrimmedKernels> planes_;
  std::array<Profile, kMaxTrimmedKernels> by_rows_;  // made with the screen
  std::array<Profile, kMaxTrimmedKernels> by_columns_;
  std::array<float, kMaxTrimmedKernels> whole_;
  // The cut at hand.
  bool cuts_rows_ = true;
  const Profile* profiles_ = nullptr;
  float least_line_ = 0.0F;
  std::int64_t rest_ = -1;  // the extent that made_ is for
  std::bitset<kMaxTrimmedKernels> made_;
  std::array<Tiled, kMaxTrimmedKernels> of_rest_;
};

template <typename Limit, typename Visit>
void WorkScreen::each_cut(Cut cut, Limit&& limit, Visit&& visit) {
  const bool rows = cut == Cut::rows;
  prepare_cut(rows);
  const std::int64_t extent = rows ? shape_.m : shape_.n;
  const std::vector<ScreenTables::Tiling>& tilings = rows ? tables_.rows_ : tables_.columns_;
  for (std::int64_t i = 0; i < count(); ++i) {
    const std::int32_t own = rows ? at(i).rows : at(i).columns;
    const std::int64_t tile = tilings[static_cast<std::size_t>(own)].tile;
    if (extent <= tile) continue;
    const Profile& leader = profiles_[i];
    // Any cut: one tile at least, and the rest by the best line there is.
    const float least = leader.tile + least_line_ * static_cast<float>(extent - tile);
    if (least / slots_ >= limit()) continue;
    const std::int64_t across = rows
                                    ? ceil_div(shape_.n, tables_.columns_[static_cast<std::size_t>(at(i).columns)].tile)
                                    : ceil_div(shape_.m, tables_.rows_[static_cast<std::size_t>(at(i).rows)].tile);
    const SplitPositions positions(extent, tile, across * shape_.batch, static_cast<std::int64_t>(slots_));
    for (const std::int64_t position : positions.all()) {
      const std::int64_t left = extent - position;
      const std::int64_t whole_tiles = position / tile;
      const auto tiles = static_cast<float>(whole_tiles);
      const float placed = tiles * leader.tile;
      const float leading = slots_ > 1.0F ? tiles * leader.widest : 0.0F;
      const float first = std::max(spread(placed, tiles * leader.across), rounds(leading) * leader.task);
      if (std::max(first, (placed + least_line_ * static_cast<float>(left)) / slots_) >= limit()) continue;
      for (std::int64_t j = 0; j < count(); ++j) {
        const Profile& other = profiles_[j];
        if ((placed + other.line * static_cast<float>(left)) / slots_ >= limit()) continue;
        const Tiled& rest = of_rest(rows ? at(j).rows : at(j).columns, left);
        const float work = dot(rest.weights.data(), other.values.data());
        const float second = spread(work, rest.tiles * other.across);
        if (std::max({first, second, (placed + work) / slots_}) >= limit()) continue;
        if (slots_ > 1.0F) {
          const float task = dot(rest.one.data(), other.single.data());
          const float tasks = rest.full_tiles * other.widest;
          const float both = rounds(leading + tasks) * std::min(leader.task, task);
          if (std::max(rounds(tasks) * task, both) >= limit()) continue;
        }
        visit(position, i, j);
      }
    }
  }
}

}  // namespace mikpoly
