// Costs of kernels on rectangles for one shape: what the search asks thousands of times.
#pragma once

#include <array>
#include <cstdint>

#include "core/cost/cost_model.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// Most kernels a library may have to be planned with; bounds what planning keeps on the stack.
inline constexpr std::int64_t kMaxPlannedKernels = 1024;

/// What the search minimises, in units of its cost model (ps, or waves).
using Cost = std::int64_t;
inline constexpr Cost kNoCost = std::int64_t{1} << 62;

/// The best kernel of a rectangle.
struct LeafChoice {
  Cost cost = kNoCost;
  std::int64_t kernel = -1;
};

/// How a region's cost follows from its tasks.
enum class Charge {
  waves,  ///< ceil(tasks / slots) * unit: Eq. 2
  once,   ///< unit: PIPE
  work    ///< tasks * unit / slots, rounded down: a lower bound of any schedule
};

class RegionCosts {
 public:
  struct Kernel {  // no initialisers: a thousand of them stand on the stack and only the library's are written
    std::int64_t tile_m;
    std::int64_t tile_n;
    std::int64_t slots;
    Cost unit;    ///< what one wave costs at the shape's k
    double rate;  ///< least cost per output element
  };

  /// Units are not set yet.
  RegionCosts(const Accelerator& accelerator, const KernelLibrary& library, const GemmShape& shape, Charge charge);

  /// Sets the unit of a kernel; every kernel's must be set before the costs are asked.
  void set_unit(std::int64_t kernel, Cost unit);

  [[nodiscard]] std::int64_t kernel_count() const { return count_; }
  [[nodiscard]] const Kernel& kernel(std::int64_t index) const { return kernels_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::int64_t batch() const { return batch_; }

  [[nodiscard]] Cost cost(std::int64_t kernel, std::int64_t rows, std::int64_t columns) const;

  /// The least cost over all kernels; ties: larger tile, then kernel id order (the library is searched in that order).
  [[nodiscard]] LeafChoice best(std::int64_t rows, std::int64_t columns) const;

  /// A cost that no cut of the rectangle into `regions` parts can be below.
  [[nodiscard]] Cost lower_bound(std::int64_t regions, std::int64_t rows, std::int64_t columns) const;

 private:
  std::array<Kernel, kMaxPlannedKernels> kernels_;
  std::int64_t count_ = 0;
  std::int64_t batch_ = 1;
  Charge charge_ = Charge::waves;
  Cost least_unit_ = kNoCost;
  double least_rate_ = 1e300;
};

}  // namespace mikpoly
