#include "backends/engine/engine.hpp"

#include <utility>

#include <fmt/format.h>

#include "backends/engine/engine_parts.hpp"
#include "backends/engine/prepared.hpp"
#include "backends/engine/simple_call.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

void check_kernels(const Plan& plan, const KernelLibrary& library) {
  for (const PlannedRegion& planned : plan.regions()) {
    if (planned.kernel >= 0 && planned.kernel < std::ssize(library.kernels)) continue;
    throw ShapeError(fmt::format("the plan names kernel {}, the library has kernels 0 to {}", planned.kernel,
                                 std::ssize(library.kernels) - 1));
  }
}

bool computes_nothing(const GemmProblem& problem, const GemmOperands& operands) {
  return problem.shape.k == 0 || operands.alpha == 0.0;
}

}  // namespace

Engine::Engine(const EngineOptions& options) : parts_(std::make_unique<EngineParts>(options)) {}
Engine::~Engine() = default;

std::string Engine::unsupported(const GemmProblem& problem) const {
  const GemmTypes f32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  if (problem.types == f32) return "";
  return fmt::format("the cpu backend computes f32 only, not {} x {} -> {}", name_of(problem.types.a),
                     name_of(problem.types.b), name_of(problem.types.d));
}

void Engine::check(const GemmProblem& problem) const {
  validate(problem);
  if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
}

std::unique_ptr<PreparedGemm> Engine::prepare(const GemmProblem& problem) {
  check(problem);
  const CanonicalProblem canonical = canonical_form(problem);
  if (!parts_->needs_plan(canonical)) return std::make_unique<SmallPrepared>(parts_->functions(), canonical);
  return std::make_unique<PlannedPrepared>(parts_->planner_of(canonical), canonical);
}

void Engine::run(const GemmProblem& problem, const GemmOperands& operands) {
  if (run_if_simple(parts_->functions(), problem, operands)) return;
  check(problem);
  validate(problem, operands);
  if (problem.shape.empty()) return;
  const CanonicalProblem canonical = canonical_form(problem);
  if (computes_nothing(problem, operands)) return cpu::finish_without_product(canonical, operands);
  if (!parts_->needs_plan(canonical)) return run_small(parts_->functions(), canonical, operands);
  LayoutPlanner& planner = parts_->planner_of(canonical);
  planner.executor().run(canonical, planner.plan(canonical.shape), operands);
}

std::string Engine::description() const {
  return fmt::format("mikpoly, {} kernels, {}", parts_->isa(), counted(threads(), "thread"));
}

std::int64_t Engine::threads() const {
  return parts_->pool().threads();
}

std::vector<std::string> Engine::notices() const {
  return parts_->notices();
}

Plan Engine::plan_for(const GemmProblem& problem) {
  check(problem);
  const CanonicalProblem canonical = canonical_form(problem);
  if (parts_->needs_plan(canonical)) return parts_->planner_of(canonical).plan(canonical.shape);
  Plan none;
  none.shape = canonical.shape;
  return none;
}

GemmShape Engine::planned_shape(const GemmProblem& problem) const {
  check(problem);
  return canonical_form(problem).shape;
}

const KernelLibrary& Engine::library_for(const GemmProblem& problem) {
  check(problem);
  return parts_->planner_of(canonical_form(problem)).library();
}

// Products without a sum, and small ones with the empty plan that plan_for() has for them.
bool Engine::runs_without(const Plan& plan, const CanonicalProblem& problem) const {
  return problem.shape.empty() || problem.shape.k == 0 || (plan.region_count == 0 && !parts_->needs_plan(problem));
}

// The planner whose library the plan names kernels of, once the plan is found to fit the problem.
LayoutPlanner& Engine::planner_for(const CanonicalProblem& problem, const Plan& plan) const {
  if (plan.shape != problem.shape) {
    throw ShapeError(fmt::format("the plan is for {}, the problem is {}", to_text(plan.shape), to_text(problem.shape)));
  }
  if (const std::string fault = coverage_fault(plan); !fault.empty()) throw ShapeError(fault);
  LayoutPlanner& planner = parts_->planner_of(problem);
  check_kernels(plan, planner.library());
  if (std::string reason = planner.executor().unsupported(problem, plan); !reason.empty())
    throw BackendUnavailable(reason);
  return planner;
}

void Engine::run_plan(const GemmProblem& problem, const Plan& plan, const GemmOperands& operands) {
  check(problem);
  const CanonicalProblem canonical = canonical_form(problem);
  if (runs_without(plan, canonical)) return run(problem, operands);
  validate(problem, operands);
  planner_for(canonical, plan).executor().run(canonical, plan, operands);
}

std::unique_ptr<PreparedGemm> Engine::prepare_plan(const GemmProblem& problem, const Plan& plan) {
  check(problem);
  const CanonicalProblem canonical = canonical_form(problem);
  if (runs_without(plan, canonical)) return prepare(problem);
  return std::make_unique<PlannedPrepared>(planner_for(canonical, plan), canonical, plan);
}

Picoseconds Engine::predicted(const GemmProblem& problem, const Plan& plan) {
  check(problem);
  const LayoutPlanner& planner = parts_->planner_of(canonical_form(problem));
  check_kernels(plan, planner.library());
  return planner.predicted(plan);
}

PlanCacheCounts Engine::plan_counts() const {
  return parts_->plan_counts();
}

const Accelerator& Engine::machine() const {
  return parts_->machine();
}

}  // namespace mikpoly
