// How core times a kernel without knowing a simulator or a device: sim and the backends implement it.
#pragma once

#include <cstdint>

#include "core/base/error.hpp"
#include "core/kernel/micro_kernel.hpp"

namespace mikpoly {

class KernelTimer {
 public:
  virtual ~KernelTimer() = default;

  /// Latency and interval of a task of `steps` k steps with every slot of every PE busy with the same task and the
  /// operands in the nearest shared level.
  [[nodiscard]] virtual TimeCurve::Sample time(const MicroKernel& kernel, std::int64_t steps) const = 0;

  /// Time of one task of a trimmed kernel among back-to-back tasks of that extent, all PEs busy as above.
  /// Errors: InternalFault by a timer of padded kernels.
  [[nodiscard]] virtual Picoseconds task_time(const MicroKernel& /*kernel*/, const TaskExtent& /*task*/) const {
    throw InternalFault("this timer times full tiles only");
  }

  /// Conditions of the samples above, for the curve.
  [[nodiscard]] virtual TimeCurve::Conditions conditions() const = 0;
};

}  // namespace mikpoly
