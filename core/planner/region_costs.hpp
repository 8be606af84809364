// Costs of tiles on rectangles for one shape: what the search asks thousands of times.
//
// Where tasks are all that counts, kernels with the same output tile differ by their unit cost alone, and the cheapest
// one stands for its class. TileClasses says which kernels share a class.
//
// Kernels that trim their edges share none: their tasks' times depend on the rectangle (TrimmedCosts), and the unit of
// a tile is only the least it can be.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/integer_math.hpp"
#include "core/cost/additive.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"
#include "core/planner/trimmed_times.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// Most kernels a library may have to be planned with; bounds what planning keeps on the stack.
inline constexpr std::int64_t kMaxPlannedKernels = 1024;

/// What the search minimises, in units of its cost model (ps, or waves).
using Cost = std::int64_t;
inline constexpr Cost kNoCost = std::int64_t{1} << 62;

/// Classes of kernels that the search need not tell apart. Made once per planner.
struct TileClasses {
  struct Class {
    std::int64_t tile_m;
    std::int64_t tile_n;
    std::int64_t slots;  ///< tasks that run at once: PEs * occupancy
  };
  std::vector<Class> classes;  ///< larger tiles first, then in the order of kernel ids
  struct Member {
    std::int32_t kernel;  ///< position in the library
    std::int32_t of;      ///< its class
  };
  std::vector<Member> members;  ///< every kernel, in the same order
};

/// Kernels with equal output tile and slots in one class each, or (`merged` false) every kernel in its own.
TileClasses tile_classes(const Accelerator& accelerator, const KernelLibrary& library, bool merged);

/// How a region's cost follows from its tasks.
enum class Charge {
  waves,            ///< ceil(tasks / slots) * unit: Eq. 2
  waves_then_unit,  ///< ceil(tasks / slots), and of equal ones the least sum of units below kWave
  once,             ///< unit: PIPE
  work              ///< tasks * unit / slots, rounded down: a lower bound of any schedule
};

/// What a wave counts under Charge::waves_then_unit; the units of five regions must stay below it.
inline constexpr Cost kWave = Cost{1} << 26;

/// The unit there, of an f_pipe: in 2^16 ps (66 ns), saturating at 0.8 s so that those of five regions stay below a
/// wave.
constexpr Cost tie_unit(Picoseconds pipe) {
  return std::min(pipe.count >> 16, kWave / kMaxRegions - 1);
}

class RegionCosts {
 public:
  struct Tile {  // no initialisers: a thousand of them stand on the stack and only the classes' are written
    std::int64_t m;
    std::int64_t n;
    std::int64_t slots;
    Cost unit;            ///< what one wave costs at the shape's k
    std::int64_t kernel;  ///< position in the library
  };

  /// The best tile of a rectangle.
  struct Choice {
    Cost cost = kNoCost;
    std::int64_t tile = -1;
  };

  /// `unit(kernel)` gives what one wave of a library kernel costs at the shape's k.
  template <typename Unit>
  RegionCosts(const TileClasses& classes, const GemmShape& shape, Charge charge, Unit&& unit);

  /// Of a library with trimmed kernels: `times`, at the shape's k, must outlive the costs; every kernel is a class of
  /// its own. `form` says what Charge::waves, waves_then_unit and once charge.
  RegionCosts(const TileClasses& classes, const GemmShape& shape, Charge charge, const AdditiveForm& form,
              const TrimmedTimes& times);

  [[nodiscard]] std::int64_t tile_count() const { return count_; }
  [[nodiscard]] const Tile& tile(std::int64_t index) const { return tiles_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::int64_t batch() const { return batch_; }

  [[nodiscard]] Cost cost(std::int64_t index, std::int64_t rows, std::int64_t columns) const {
    if (times_ != nullptr) return trimmed_cost(index, rows, columns);
    const Tile& each = tile(index);
    if (charge_ == Charge::once) return each.unit;
    const std::int64_t tasks = ceil_div(rows, each.m) * ceil_div(columns, each.n) * batch_;
    const std::int64_t waves = ceil_div(tasks, each.slots);
    if (charge_ == Charge::waves) return (Picoseconds{each.unit} * waves).count;
    if (charge_ == Charge::waves_then_unit) return (Picoseconds{kWave} * waves).count + each.unit;
    const double work = static_cast<double>(tasks) * static_cast<double>(each.unit);
    return at_most_longest(work / static_cast<double>(each.slots));
  }

  /// A cost of each row (`rows`) or column that the tile cannot be below on a part of the rectangle that has all of
  /// its columns (or rows). Cost: some ten nanoseconds.
  [[nodiscard]] double per_line(std::int64_t index, bool rows, std::int64_t height, std::int64_t width) const;

  /// A cost that the tile cannot be below on the rectangle. Cost: two multiplications.
  [[nodiscard]] Cost lower_bound_of(std::int64_t index, std::int64_t rows, std::int64_t columns) const {
    const double rate = rates_[static_cast<std::size_t>(index)] * (1.0 - 0x1.0p-40);
    return at_most_longest(elements(rows, columns) * rate) - 1;
  }

  /// The least cost over all tiles; ties: the larger tile, then the kernel id.
  /// Cost: remembered for recent rectangles; else a comparison per tile and a division for some.
  [[nodiscard]] Choice best(std::int64_t rows, std::int64_t columns) const;

  /// A cost that `regions` regions, one of them with this tile, cannot be below.
  [[nodiscard]] Cost least_with(std::int64_t index, std::int64_t regions) const {
    return charge_ == Charge::work ? 0 : one_wave(tile(index)) + (regions - 1) * least_wave_;
  }

  /// A cost that no cut of the rectangle into `regions` parts can be below.
  [[nodiscard]] Cost lower_bound(std::int64_t regions, std::int64_t rows, std::int64_t columns) const {
    const Cost by_regions = charge_ == Charge::work ? 0 : regions * least_wave_;
    return std::max(by_regions, at_most_longest(elements(rows, columns) * least_rate_) - regions);
  }

  /// A cost that two regions made by one cut of the rectangle cannot be below: both keep its extent across the cut, so
  /// a tile works through each row (or column) of the pair in whole tiles of that extent. Cost: remembered for recent
  /// extents; else a division per tile.
  [[nodiscard]] Cost pair_bound(bool cut_by_rows, std::int64_t rows, std::int64_t columns) const;

 private:
  struct Remembered {
    std::int64_t rows = -1;
    std::int64_t columns = -1;
    Choice choice;
  };
  struct RememberedPair {
    std::int64_t kept = -1;  ///< the extent that both regions have
    bool cut_by_rows = false;
    double per_line = 0.0;  ///< least cost of a row (or column) of that extent
  };

  static Cost at_most_longest(double cost) {
    return static_cast<Cost>(std::min(cost, static_cast<double>(kLongestTime)));
  }
  [[nodiscard]] double elements(std::int64_t rows, std::int64_t columns) const {
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(batch_);
  }
  /// The least a region of the tile costs.
  [[nodiscard]] Cost one_wave(const Tile& each) const {
    return charge_ == Charge::waves_then_unit ? kWave + each.unit : each.unit;
  }
  /// Least cost of one row (or column) of that extent, by whole tiles across it.
  [[nodiscard]] double least_per_line(bool rows, std::int64_t extent) const;
  /// What every full wave of the tile adds.
  [[nodiscard]] double full_wave(const Tile& each) const {
    return static_cast<double>(charge_ == Charge::waves_then_unit ? kWave : each.unit);
  }
  void finish();
  [[nodiscard]] Cost trimmed_cost(std::int64_t index, std::int64_t rows, std::int64_t columns) const;
  /// The unit that the charge and the form make of a region's f_pipe.
  [[nodiscard]] Cost trimmed_unit(const TaskTimes& times, std::int64_t rows, std::int64_t columns) const;

  std::array<Tile, kMaxPlannedKernels> tiles_;
  std::array<double, kMaxPlannedKernels> rates_;  // least cost per output element
  std::int64_t count_;
  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t batch_;
  std::int64_t depth_;
  Charge charge_;
  AdditiveForm form_;
  const TrimmedTimes* times_ = nullptr;  // of trimmed libraries only
  Cost least_wave_ = kNoCost;
  double least_rate_ = 1e300;
  mutable std::array<Remembered, 128> remembered_;
  mutable std::array<RememberedPair, 64> remembered_pairs_;
};

template <typename Unit>
RegionCosts::RegionCosts(const TileClasses& classes, const GemmShape& shape, Charge charge, Unit&& unit)
    : count_(static_cast<std::int64_t>(classes.classes.size())),
      rows_(shape.m),
      columns_(shape.n),
      batch_(shape.batch),
      depth_(shape.k),
      charge_(charge) {
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    const TileClasses::Class& each = classes.classes[i];
    tiles_[i] = {each.tile_m, each.tile_n, each.slots, kNoCost, -1};
  }
  for (const TileClasses::Member& member : classes.members) {
    Tile& mine = tiles_[static_cast<std::size_t>(member.of)];
    const Cost cost = unit(std::int64_t{member.kernel});
    if (cost >= mine.unit) continue;
    mine.unit = cost;
    mine.kernel = member.kernel;
  }
  finish();
}

}  // namespace mikpoly
