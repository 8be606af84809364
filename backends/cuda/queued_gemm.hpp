// A planned product, given to streams without waiting for it.
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/canonical_problem.hpp"
#include "backends/cuda/kernel_set.hpp"
#include "backends/cuda/launch_plan.hpp"
#include "backends/cuda/launch_queue.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::cuda {

class QueuedGemm {
 public:
  /// `plan` is of the problem's canonical shape. The kernels must outlive it.
  /// Errors: BackendUnavailable for a plan that is none of this backend's.
  QueuedGemm(const KernelSet& kernels, const GemmProblem& problem, const Plan& plan);

  [[nodiscard]] const Plan& plan() const { return plan_; }

  /// Bytes of device memory for sums of parts of k.
  [[nodiscard]] std::int64_t scratch_bytes() const;

  /// The bytes that divide every line of these operands: a plan of any kernels needs 16.
  [[nodiscard]] std::int64_t copy_bytes_of(const GemmOperands& operands) const;

  /// Returns at once. Addresses are the device's; `scratch` has scratch_bytes().
  /// Errors: DeviceError.
  void add(const LaunchQueue& queue, const GemmOperands& operands, void* scratch) const;

 private:
  const KernelSet* kernels_;
  GemmTypes types_;
  CanonicalProblem problem_;
  Plan plan_;
  LaunchPlan launches_;
};

}  // namespace mikpoly::cuda
