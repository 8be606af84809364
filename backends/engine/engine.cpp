#include "backends/engine/engine.hpp"

#include <array>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/small_gemm.hpp"
#include "backends/engine/engine_library.hpp"
#include "backends/engine/layout_planner.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

using cpu::CanonicalProblem;

const cpu::KernelFunctions& functions_of(std::string_view isa) {
  for (const cpu::CpuKernel& kernel : cpu::cpu_kernels()) {
    if (kernel.functions->name == isa) return *kernel.functions;
  }
  throw ConfigError(fmt::format("unknown instruction set \"{}\"; known: portable, avx2, avx512", isa));
}

std::string checked_isa(const std::string& wanted) {
  if (wanted.empty()) return std::string(cpu::best_isa());
  functions_of(wanted);
  if (cpu::runs_here(wanted)) return wanted;
  throw BackendUnavailable(
      fmt::format("instruction set \"{}\" is not on this processor; it has {}", wanted, cpu::best_isa()));
}

bool computes_nothing(const GemmProblem& problem, const GemmOperands& operands) {
  return problem.shape.k == 0 || operands.alpha == 0.0;
}

}  // namespace

class Engine::Parts {
 public:
  explicit Parts(const EngineOptions& options)
      : options_(options),
        isa_(checked_isa(options.isa)),
        functions_(functions_of(isa_)),
        pool_(options.threads),
        machine_(shipped_cpu(isa_, pool_.threads())) {
    if (options.pinned) pool_.pin();
    for (const std::string layout : {"NN", "NT"}) {
      EngineLibrary found = engine_library(isa_, layout, options.library);
      if (!found.notice.empty() && (notices_.empty() || notices_.back() != found.notice)) {
        notices_.push_back(found.notice);
      }
      libraries_[layout == "NT" ? 1 : 0] = std::move(found.library);
    }
  }

  /// The planner for the way a problem's operands lie; made when first needed.
  LayoutPlanner& planner_of(const CanonicalProblem& problem) {
    const std::size_t a_along_m = problem.a.column != 1 ? 1 : 0;
    const std::size_t b_along_k = problem.b.column != 1 ? 1 : 0;
    const std::size_t at = 2 * a_along_m + b_along_k;
    std::call_once(once_[at], [&] {
      planners_[at] = std::make_unique<LayoutPlanner>(
          machine_, libraries_[b_along_k], problem, LayoutPlanner::Choice{options_.selector, options_.patterns}, pool_);
    });
    return *planners_[at];
  }

  /// Whether the problem runs without a plan.
  [[nodiscard]] bool is_small(const CanonicalProblem& problem) const {
    return cpu::is_small(problem.shape) && (problem.shape.batch == 1 || pool_.threads() == 1);
  }

  void run_small(const CanonicalProblem& problem, const GemmOperands& operands) const {
    cpu::WorkerMemory& memory = cpu::worker_memory();
    for (std::int64_t b = 0; b < problem.shape.batch; ++b) {
      cpu::run_small(functions_, cpu::batch_element(problem, operands, b), memory);
    }
  }

  [[nodiscard]] const std::string& isa() const { return isa_; }
  [[nodiscard]] ThreadPool& pool() { return pool_; }
  [[nodiscard]] const std::vector<std::string>& notices() const { return notices_; }
  [[nodiscard]] const cpu::KernelFunctions& functions() const { return functions_; }

 private:
  EngineOptions options_;
  std::string isa_;
  const cpu::KernelFunctions& functions_;
  ThreadPool pool_;
  Accelerator machine_;
  std::vector<std::string> notices_;
  std::array<KernelLibrary, 2> libraries_;  // B along n, B along k
  std::array<std::once_flag, 4> once_;
  std::array<std::unique_ptr<LayoutPlanner>, 4> planners_;
};

namespace {

/// A product that needs no plan.
class SmallPrepared final : public PreparedGemm {
 public:
  SmallPrepared(const cpu::KernelFunctions& functions, CanonicalProblem problem)
      : functions_(functions), problem_(std::move(problem)) {}

  void run(const GemmOperands& operands) override {
    if (problem_.shape.empty()) return;
    if (problem_.shape.k == 0 || operands.alpha == 0.0) return cpu::finish_without_product(problem_, operands);
    cpu::WorkerMemory& memory = cpu::worker_memory();
    for (std::int64_t b = 0; b < problem_.shape.batch; ++b) {
      cpu::run_small(functions_, cpu::batch_element(problem_, operands, b), memory);
    }
  }

 private:
  const cpu::KernelFunctions& functions_;
  CanonicalProblem problem_;
};

class PlannedPrepared final : public PreparedGemm {
 public:
  PlannedPrepared(LayoutPlanner& planner, CanonicalProblem problem)
      : executor_(planner.executor()), problem_(std::move(problem)), plan_(planner.plan(problem_.shape)) {}

  void run(const GemmOperands& operands) override { executor_.run(problem_, plan_, operands); }

 private:
  const cpu::PlanExecutor& executor_;
  CanonicalProblem problem_;
  Plan plan_;
};

}  // namespace

Engine::Engine(const EngineOptions& options) : parts_(std::make_unique<Parts>(options)) {}
Engine::~Engine() = default;

std::string Engine::unsupported(const GemmProblem& problem) const {
  const GemmTypes f32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  if (problem.types == f32) return "";
  return fmt::format("the cpu backend computes f32 only, not {} x {} -> {}", name_of(problem.types.a),
                     name_of(problem.types.b), name_of(problem.types.d));
}

std::unique_ptr<PreparedGemm> Engine::prepare(const GemmProblem& problem) {
  validate(problem);
  if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
  CanonicalProblem canonical = cpu::canonical(problem);
  if (canonical.shape.empty() || canonical.shape.k == 0 || parts_->is_small(canonical)) {
    return std::make_unique<SmallPrepared>(parts_->functions(), std::move(canonical));
  }
  return std::make_unique<PlannedPrepared>(parts_->planner_of(canonical), std::move(canonical));
}

void Engine::run(const GemmProblem& problem, const GemmOperands& operands) {
  validate(problem);
  validate(problem, operands);
  if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
  if (problem.shape.empty()) return;
  const CanonicalProblem canonical = cpu::canonical(problem);
  if (computes_nothing(problem, operands)) return cpu::finish_without_product(canonical, operands);
  if (parts_->is_small(canonical)) return parts_->run_small(canonical, operands);
  LayoutPlanner& planner = parts_->planner_of(canonical);
  planner.executor().run(canonical, planner.plan(canonical.shape), operands);
}

std::string Engine::description() const {
  return fmt::format("mikpoly, {} kernels, {} thread{}", parts_->isa(), threads(), threads() == 1 ? "" : "s");
}

std::int64_t Engine::threads() const {
  return parts_->pool().threads();
}

const std::vector<std::string>& Engine::notices() const {
  return parts_->notices();
}

Plan Engine::plan_for(const GemmProblem& problem) {
  validate(problem);
  const CanonicalProblem canonical = cpu::canonical(problem);
  if (canonical.shape.empty() || canonical.shape.k == 0 || parts_->is_small(canonical)) {
    Plan none;
    none.shape = canonical.shape;
    return none;
  }
  return parts_->planner_of(canonical).plan(canonical.shape);
}

const KernelLibrary& Engine::library_for(const GemmProblem& problem) {
  return parts_->planner_of(cpu::canonical(problem)).library();
}

void Engine::run_plan(const GemmProblem& problem, const Plan& plan, const GemmOperands& operands) {
  validate(problem);
  validate(problem, operands);
  const CanonicalProblem canonical = cpu::canonical(problem);
  if (plan.shape != canonical.shape) {
    throw ShapeError(
        fmt::format("the plan is for {}, the problem is {}", to_text(plan.shape), to_text(canonical.shape)));
  }
  if (const std::string fault = coverage_fault(plan); !fault.empty()) throw ShapeError(fault);
  const cpu::PlanExecutor& executor = parts_->planner_of(canonical).executor();
  if (const std::string reason = executor.unsupported(canonical, plan); !reason.empty())
    throw BackendUnavailable(reason);
  executor.run(canonical, plan, operands);
}

}  // namespace mikpoly
