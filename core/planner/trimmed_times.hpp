// The times of all kernels of a library with trimmed kernels at the k extent of a shape, made when first asked for.
#pragma once

#include <array>
#include <bitset>
#include <memory>

#include "core/cost/task_times.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// Most kernels a library with trimmed kernels may have to be planned with; bounds what planning keeps on the stack.
inline constexpr std::size_t kMaxTrimmedKernels = 128;

class TrimmedTimes {
 public:
  /// The library, of at most kMaxTrimmedKernels, must outlive the times.
  TrimmedTimes(const KernelLibrary& library, std::int64_t k) : library_(library), k_(k) {}

  [[nodiscard]] const MicroKernel& kernel(std::int64_t index) const {
    return library_.kernels[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const TaskTimes& of(std::int64_t index) const {
    const auto at = static_cast<std::size_t>(index);
    if (!made_[at]) {
      std::construct_at(&times_[at], library_.kernels[at], k_);
      made_[at] = true;
    }
    return times_[at];
  }

 private:
  const KernelLibrary& library_;
  std::int64_t k_;
  mutable std::bitset<kMaxTrimmedKernels> made_;
  mutable std::array<TaskTimes, kMaxTrimmedKernels> times_;
};

}  // namespace mikpoly
