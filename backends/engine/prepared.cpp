#include "backends/engine/prepared.hpp"

#include <utility>

#include "backends/cpu/small_gemm.hpp"
#include "backends/cpu/task.hpp"

namespace mikpoly {

void run_small(const cpu::KernelFunctions& functions, const CanonicalProblem& problem, const GemmOperands& operands) {
  cpu::WorkerMemory& memory = cpu::worker_memory();
  for (std::int64_t b = 0; b < problem.shape.batch; ++b) {
    cpu::run_small(functions, cpu::batch_element(problem, operands, b), memory);
  }
}

SmallPrepared::SmallPrepared(const cpu::KernelFunctions& functions, const CanonicalProblem& problem)
    : functions_(functions), problem_(problem) {
  if (problem.shape.empty() || problem.shape.k == 0 || problem.shape.batch != 1) return;
  if (problem.epilogue != Epilogue{}) return;
  const cpu::InputMatrix a{nullptr, problem.a.row, problem.a.column};
  const cpu::InputMatrix b{nullptr, problem.b.row, problem.b.column};
  tile_ = cpu::single_tile(functions, problem.shape, a, b);
  arguments_ = cpu::tile_arguments(problem.shape, a, b, problem.d.row);
}

void SmallPrepared::run(const GemmOperands& operands) {
  if (tile_ == nullptr || operands.alpha != 1.0 || operands.beta != 0.0) return run_any(operands);
  arguments_.a = static_cast<const float*>(problem_.swapped ? operands.b : operands.a);
  arguments_.b = static_cast<const float*>(problem_.swapped ? operands.a : operands.b);
  arguments_.next = arguments_.b;  // nothing is next
  arguments_.c = static_cast<float*>(operands.d);
  tile_(arguments_);
}

void SmallPrepared::run_any(const GemmOperands& operands) const {
  if (problem_.shape.empty()) return;
  if (problem_.shape.k == 0 || operands.alpha == 0.0) return cpu::finish_without_product(problem_, operands);
  run_small(functions_, problem_, operands);
}

PlannedPrepared::PlannedPrepared(LayoutPlanner& planner, const CanonicalProblem& problem)
    : PlannedPrepared(planner, problem, planner.plan(problem.shape)) {}

PlannedPrepared::PlannedPrepared(const LayoutPlanner& planner, const CanonicalProblem& problem, Plan plan)
    : executor_(planner.executor()), problem_(problem), plan_(std::move(plan)) {}

void PlannedPrepared::run(const GemmOperands& operands) {
  executor_.run(problem_, plan_, operands);
}

}  // namespace mikpoly
