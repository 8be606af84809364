#include "core/planner/region_costs.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"

namespace mikpoly {

RegionCosts::RegionCosts(const Accelerator& accelerator, const KernelLibrary& library, const GemmShape& shape,
                         Charge charge)
    : count_(static_cast<std::int64_t>(library.kernels.size())), batch_(shape.batch), charge_(charge) {
  ensure(count_ > 0 && count_ <= kMaxPlannedKernels, "a library that is planned with has 1 to 1024 kernels");
  for (std::size_t i = 0; i < library.kernels.size(); ++i) {
    const MicroKernel& kernel = library.kernels[i];
    kernels_[i] = {kernel.tile.m, kernel.tile.n, accelerator.pe.count * kernel.resources.occupancy, 0, 0.0};
  }
}

void RegionCosts::set_unit(std::int64_t index, Cost unit) {
  Kernel& kernel = kernels_[static_cast<std::size_t>(index)];
  kernel.unit = unit;
  kernel.rate = 0.0;
  least_unit_ = std::min(least_unit_, unit);
  if (charge_ == Charge::once) return;
  kernel.rate = static_cast<double>(unit) / static_cast<double>(kernel.tile_m * kernel.tile_n * kernel.slots);
  least_rate_ = std::min(least_rate_, kernel.rate);
}

Cost RegionCosts::cost(std::int64_t index, std::int64_t rows, std::int64_t columns) const {
  const Kernel& kernel = kernels_[static_cast<std::size_t>(index)];
  if (charge_ == Charge::once) return kernel.unit;
  const std::int64_t tasks = ceil_div(rows, kernel.tile_m) * ceil_div(columns, kernel.tile_n) * batch_;
  if (charge_ == Charge::waves) return ceil_div(tasks, kernel.slots) * kernel.unit;
  return static_cast<Cost>(static_cast<double>(tasks) * static_cast<double>(kernel.unit) /
                           static_cast<double>(kernel.slots));
}

LeafChoice RegionCosts::best(std::int64_t rows, std::int64_t columns) const {
  const double elements = static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(batch_);
  LeafChoice choice;
  double least = static_cast<double>(kNoCost);
  for (std::int64_t i = 0; i < count_; ++i) {
    const Kernel& kernel = kernels_[static_cast<std::size_t>(i)];
    // Cheap bounds first: they spare most kernels the divisions.
    const double least_possible = charge_ == Charge::work ? 0.0 : static_cast<double>(kernel.unit);
    if (std::max(elements * kernel.rate, least_possible) > least) continue;
    const Cost candidate = cost(i, rows, columns);
    const bool tie = candidate == choice.cost && choice.kernel >= 0 &&
                     kernel.tile_m * kernel.tile_n > this->kernel(choice.kernel).tile_m * this->kernel(choice.kernel).tile_n;
    if (candidate < choice.cost || tie) {
      choice = {candidate, i};
      least = static_cast<double>(candidate);
    }
  }
  return choice;
}

Cost RegionCosts::lower_bound(std::int64_t regions, std::int64_t rows, std::int64_t columns) const {
  const double elements = static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(batch_);
  // Rounded down by a part in 2^40: the bound must hold although doubles round.
  const double by_area = charge_ == Charge::once ? 0.0 : elements * least_rate_ * (1.0 - 0x1.0p-40);
  const Cost by_regions = charge_ == Charge::work ? 0 : regions * least_unit_;
  return std::max(by_regions, static_cast<Cost>(by_area) - regions);
}

}  // namespace mikpoly
