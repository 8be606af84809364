#include "tests/backends/conformance/forced_kernel.hpp"

#include <fmt/format.h>

#include "backends/cpu/plan_executor.hpp"
#include "core/base/error.hpp"

namespace mikpoly::test {
namespace {

constexpr GemmTypes kF32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};

KernelLibrary library_of(const cpu::CpuKernel& kernel) {
  KernelLibrary library;
  library.kernels.push_back({.id = kernel.name,
                             .variant = kernel.name,
                             .tile = {3 * kernel.rows(), 2 * kernel.columns(), 256},
                             .types = kF32,
                             .edge = EdgeRule::trimmed});
  return library;
}

Plan one_region(const GemmShape& shape) {
  Plan plan;
  plan.shape = shape;
  plan.pattern = "I";
  plan.add({.m = {0, shape.m}, .n = {0, shape.n}, .k = {0, shape.k}, .batch = {0, shape.batch}}, 0);
  return plan;
}

class ForcedPrepared final : public PreparedGemm {
 public:
  ForcedPrepared(const cpu::PlanExecutor& executor, const CanonicalProblem& problem)
      : executor_(executor), problem_(problem), plan_(one_region(problem.shape)) {}
  void run(const GemmOperands& operands) override { executor_.run(problem_, plan_, operands); }

 private:
  const cpu::PlanExecutor& executor_;
  CanonicalProblem problem_;
  Plan plan_;
};

class ForcedKernel final : public Backend {
 public:
  explicit ForcedKernel(const cpu::CpuKernel& kernel)
      : kernel_(kernel), pool_(1), executor_(library_of(kernel), pool_) {}

  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    if (problem.types != kF32) return "a forced kernel computes f32 only";
    const bool accepted = cpu::accepts(kernel_, canonical_form(problem));
    return accepted ? "" : fmt::format("{} does not take operands that lie this way", kernel_.name);
  }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    validate(problem);
    if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
    return std::make_unique<ForcedPrepared>(executor_, canonical_form(problem));
  }
  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    const std::unique_ptr<PreparedGemm> prepared = prepare(problem);
    validate(problem, operands);
    prepared->run(operands);
  }
  [[nodiscard]] std::string description() const override { return fmt::format("forced kernel {}", kernel_.name); }

 private:
  const cpu::CpuKernel& kernel_;
  ThreadPool pool_;
  cpu::PlanExecutor executor_;
};

}  // namespace

std::unique_ptr<Backend> make_forced_kernel(const cpu::CpuKernel& kernel) {
  return std::make_unique<ForcedKernel>(kernel);
}

}  // namespace mikpoly::test
