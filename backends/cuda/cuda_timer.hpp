// Times of tasks on a device: the KernelTimer of the backend `cuda`.
//
// A launch has as many blocks as the device has places for the kernel, all with the same task: a full wave. Lines of A
// and B overlap in memory, so that operands of any depth stay in L2, as tasks of a plan find most of theirs.
#pragma once

#include <cstdint>

#include "backends/cuda/device.hpp"
#include "backends/cuda/device_library.hpp"
#include "backends/cuda/launch_queue.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_timer.hpp"

namespace mikpoly::cuda {

class CudaTimer final : public KernelTimer {
 public:
  /// Of kernels of `library`, whose code is `code`. All must outlive the timer.
  CudaTimer(const Device& device, const Accelerator& accelerator, const KernelLibrary& library,
            const DeviceLibrary& code);

  /// Latency: of a full wave, less the accelerator's `fixed.start`. Interval: a third of what three waves more take.
  /// Errors: BackendUnavailable when the device has too little memory; DeviceError.
  /// Cost:   some ms, or 30 waves where that takes longer.
  [[nodiscard]] TimeCurve::Sample time(const MicroKernel& kernel, std::int64_t steps) const override;
  [[nodiscard]] TimeCurve::Conditions conditions() const override;

 private:
  /// Tiles of one launch, in rows and columns.
  struct Tiles {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
  };

  [[nodiscard]] double launch_ns(const MicroKernel& kernel, std::int64_t steps, const Tiles& tiles) const;
  void reserve_filled(DeviceBuffer& buffer, std::int64_t bytes) const;

  const Device& device_;
  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  const DeviceLibrary& code_;
  LaunchQueue queue_;
  mutable DeviceBuffer a_;
  mutable DeviceBuffer b_;
  mutable DeviceBuffer d_;
};

}  // namespace mikpoly::cuda
