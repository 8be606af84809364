// What products of one type and layout of operands are planned and run with on a device.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "backends/cuda/device_library.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/planner/plan_cache.hpp"
#include "core/planner/planner.hpp"

namespace mikpoly::cuda {

/// How a product may be planned.
struct PlanNeeds {
  bool narrow = false;    ///< lines that are not aligned to 16 bytes: by the kernels that were compiled for them
  bool may_split = true;  ///< k, over tasks whose sums are added up in a fixed order
};

class KernelSet {
 public:
  /// Loads the code. The device must outlive it.
  /// Errors: as DeviceLibrary(); ConfigError of the planner.
  KernelSet(const Device& device, Accelerator accelerator, KernelLibrary library, const KernelArchive& archive);

  [[nodiscard]] const KernelLibrary& library() const { return library_; }
  /// Those for lines that are not aligned: the first of library(), at the same positions.
  [[nodiscard]] const KernelLibrary& narrow_library() const { return narrow_; }
  [[nodiscard]] const DeviceLibrary& code() const { return code_; }

  /// Kernels of the plan are positions in library().
  /// Cost: tens of nanoseconds for a shape seen before; else as SplitKPlanner. Safe to call from many threads.
  [[nodiscard]] Plan plan(const GemmShape& shape, const PlanNeeds& needs);

 private:
  /// The planner of one kind of needs, and its plans.
  struct Lane {
    std::unique_ptr<Planner> planner;
    PlanCache cache;
  };
  static constexpr std::size_t kLanes = 4;

  [[nodiscard]] std::unique_ptr<Planner> planner_for(const KernelLibrary& library, bool may_split) const;

  Accelerator accelerator_;
  KernelLibrary library_;
  KernelLibrary narrow_;
  DeviceLibrary code_;
  std::mutex mutex_;
  std::array<Lane, kLanes> lanes_;
};

}  // namespace mikpoly::cuda
