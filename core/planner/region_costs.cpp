#include "core/planner/region_costs.hpp"

#include <numeric>
#include <string_view>
#include <tuple>

#include "core/base/error.hpp"

namespace mikpoly {

TileClasses tile_classes(const Accelerator& accelerator, const KernelLibrary& library, bool merged) {
  const std::size_t count = library.kernels.size();
  ensure(count > 0 && count <= kMaxPlannedKernels, "a library that is planned with has 1 to 1024 kernels");
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    const MicroKernel& kernel = library.kernels[i];
    return std::tuple(-kernel.tile.area(), std::string_view(kernel.id));
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  TileClasses result;
  for (const std::size_t i : order) {
    const MicroKernel& kernel = library.kernels[i];
    const std::int64_t slots = accelerator.pe.count * kernel.resources.occupancy;
    const bool alike = merged && !result.classes.empty() && result.classes.back().tile_m == kernel.tile.m &&
                       result.classes.back().tile_n == kernel.tile.n && result.classes.back().slots == slots;
    if (!alike) result.classes.push_back({kernel.tile.m, kernel.tile.n, slots});
    result.members.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(result.classes.size()) - 1});
  }
  return result;
}

RegionCosts::RegionCosts(const TileClasses& classes, const GemmShape& shape, Charge charge, const AdditiveForm& form,
                         const TrimmedTimes& times)
    : RegionCosts(classes, shape, charge, [&](std::int64_t) { return Cost{form.pipe ? 0 : 1}; }) {
  form_ = form;
  times_ = &times;
  if (!form.pipe || (charge != Charge::waves && charge != Charge::work)) return;
  least_rate_ = 1e300;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    const double per_output = times.kernel(tiles_[i].kernel).surface.least_rate() * static_cast<double>(depth_);
    rates_[i] = per_output / static_cast<double>(tiles_[i].slots);
    least_rate_ = std::min(least_rate_, rates_[i]);
  }
}

Cost RegionCosts::trimmed_unit(const TaskTimes& times, std::int64_t rows, std::int64_t columns) const {
  if (charge_ == Charge::waves_then_unit) return tie_unit(times.largest(rows, columns));
  return wave_cost(times, rows, columns, depth_, form_).count;
}

Cost RegionCosts::trimmed_cost(std::int64_t index, std::int64_t rows, std::int64_t columns) const {
  const Tile& each = tile(index);
  const TaskTimes& times = times_->of(each.kernel);
  if (charge_ == Charge::work) {
    const Cost work = times.tasks(rows, columns, batch_).work().count;
    return each.slots == 1 ? work : work / each.slots;
  }
  const Cost unit = trimmed_unit(times, rows, columns);
  if (charge_ == Charge::once) return unit;
  const std::int64_t tasks = ceil_div(rows, each.m) * ceil_div(columns, each.n) * batch_;
  const std::int64_t waves = ceil_div(tasks, each.slots);
  if (charge_ == Charge::waves) return (Picoseconds{unit} * waves).count;
  return (Picoseconds{kWave} * waves).count + unit;
}

void RegionCosts::finish() {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    const Tile& each = tiles_[i];
    least_wave_ = std::min(least_wave_, one_wave(each));
    // No rectangle of the shape fills more of a tile than the shape has rows and columns.
    const std::int64_t filled = std::min(each.m, rows_) * std::min(each.n, columns_) * each.slots;
    rates_[i] = charge_ == Charge::once ? 0.0 : full_wave(each) / static_cast<double>(filled);
    least_rate_ = std::min(least_rate_, rates_[i]);
  }
  // Rounded down by a part in 2^40: the bounds must hold although doubles round.
  least_rate_ *= 1.0 - 0x1.0p-40;
}

Cost RegionCosts::pair_bound(bool cut_by_rows, std::int64_t rows, std::int64_t columns) const {
  if (charge_ == Charge::once) return lower_bound(2, rows, columns);
  const std::int64_t kept = cut_by_rows ? columns : rows;
  const auto mixed = static_cast<std::uint64_t>(2 * kept + (cut_by_rows ? 1 : 0));
  RememberedPair& seen = remembered_pairs_[((mixed >> 5) ^ mixed) % remembered_pairs_.size()];
  if (seen.kept != kept || seen.cut_by_rows != cut_by_rows)
    seen = {kept, cut_by_rows, least_per_line(cut_by_rows, kept)};
  const double all = seen.per_line * static_cast<double>(cut_by_rows ? rows : columns);
  return std::max(lower_bound(2, rows, columns), at_most_longest(all) - 2);
}

double RegionCosts::per_line(std::int64_t index, bool rows, std::int64_t height, std::int64_t width) const {
  const Tile& each = tile(index);
  if (times_ != nullptr && charge_ == Charge::work) {
    const TaskTimes& times = times_->of(each.kernel);
    if (times.kernel().edge == EdgeRule::trimmed) {
      const double line = rows ? times.least_per_row(height, width) : times.least_per_column(height, width);
      return line * static_cast<double>(batch_) / static_cast<double>(each.slots);
    }
  }
  const std::int64_t across = ceil_div(rows ? width : height, rows ? each.n : each.m) * batch_;
  const std::int64_t lines = (rows ? each.m : each.n) * each.slots;  // that one wave works through
  return full_wave(each) * static_cast<double>(across) / static_cast<double>(lines) * (1.0 - 0x1.0p-40);
}

double RegionCosts::least_per_line(bool rows, std::int64_t extent) const {
  double least = 1e300;
  for (std::int64_t i = 0; i < count_; ++i) {
    least = std::min(least, per_line(i, rows, rows ? kNoCost : extent, rows ? extent : kNoCost));
  }
  return least;
}

RegionCosts::Choice RegionCosts::best(std::int64_t rows, std::int64_t columns) const {
  const auto mixed = static_cast<std::uint64_t>(rows) * 31 + static_cast<std::uint64_t>(columns);
  Remembered& seen = remembered_[((mixed >> 4) ^ mixed) % remembered_.size()];
  if (seen.rows == rows && seen.columns == columns) return seen.choice;
  const double size = elements(rows, columns) * (1.0 - 0x1.0p-40);
  Choice choice;
  double least = 1e300;
  for (std::int64_t i = 0; i < count_; ++i) {
    // Cheap bounds first: they spare most tiles the divisions.
    const double least_possible = charge_ == Charge::work ? 0.0 : static_cast<double>(one_wave(tile(i)));
    if (std::max(size * rates_[static_cast<std::size_t>(i)], least_possible) > least) continue;
    const Cost candidate = cost(i, rows, columns);
    if (candidate >= choice.cost) continue;
    choice = {candidate, i};
    least = static_cast<double>(candidate);
  }
  seen = {rows, columns, choice};
  return choice;
}

}  // namespace mikpoly
