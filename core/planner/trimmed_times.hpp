// The times of all kernels of a library with trimmed kernels at the k extent of a shape.
#pragma once

#include <array>

#include "core/cost/task_times.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// Most kernels a library with trimmed kernels may have to be planned with; bounds what planning keeps on the stack.
inline constexpr std::size_t kMaxTrimmedKernels = 128;

class TrimmedTimes {
 public:
  /// The library, of at most kMaxTrimmedKernels, must outlive the times.
  TrimmedTimes(const KernelLibrary& library, std::int64_t k) {
    for (std::size_t i = 0; i < library.kernels.size(); ++i) times_[i] = TaskTimes(library.kernels[i], k);
  }

  [[nodiscard]] const TaskTimes* data() const { return times_.data(); }
  [[nodiscard]] const TaskTimes& of(std::int64_t kernel) const { return times_[static_cast<std::size_t>(kernel)]; }

 private:
  std::array<TaskTimes, kMaxTrimmedKernels> times_;
};

}  // namespace mikpoly
