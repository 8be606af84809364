#include "backends/cuda/queued_gemm.hpp"

#include "core/base/error.hpp"

namespace mikpoly::cuda {

QueuedGemm::QueuedGemm(const KernelSet& kernels, const GemmProblem& problem, const Plan& plan)
    : kernels_(&kernels), types_(problem.types), problem_(canonical_form(problem)), plan_(plan) {
  if (const std::string reason = cuda::unsupported(plan); !reason.empty()) throw BackendUnavailable(reason);
  launches_ = launches_of(plan_, kernels.library(), problem_);
}

std::int64_t QueuedGemm::scratch_bytes() const {
  return launches_.partial_floats * static_cast<std::int64_t>(sizeof(float));
}

std::int64_t QueuedGemm::copy_bytes_of(const GemmOperands& operands) const {
  return copy_bytes(problem_, types_, operands, plan_);
}

void QueuedGemm::add(const LaunchQueue& queue, const GemmOperands& operands, void* scratch) const {
  queue.add(kernels_->code(), launches_, problem_, types_, operands, static_cast<float*>(scratch),
            copy_bytes_of(operands));
}

}  // namespace mikpoly::cuda
