#include "experiments/measure/plan_backend.hpp"

#include <utility>

#include <fmt/format.h>

namespace mikpoly::lab {

PlanBackend::PlanBackend(std::unique_ptr<Backend> owner, Engine& engine, const GemmProblem& problem, Plan plan)
    : owner_(std::move(owner)), engine_(engine), plan_(std::move(plan)) {
  static_cast<void>(engine_.prepare_plan(problem, plan_));  // what cannot run is said before anything is timed
}

std::string PlanBackend::unsupported(const GemmProblem& problem) const {
  if (std::string reason = engine_.unsupported(problem); !reason.empty()) return reason;
  if (engine_.planned_shape(problem) == plan_.shape) return "";
  return fmt::format("the plan is for {}, not for {}", to_text(plan_.shape), to_text(problem.shape));
}

std::unique_ptr<PreparedGemm> PlanBackend::prepare(const GemmProblem& problem) {
  return engine_.prepare_plan(problem, plan_);
}

void PlanBackend::run(const GemmProblem& problem, const GemmOperands& operands) {
  engine_.run_plan(problem, plan_, operands);
}

}  // namespace mikpoly::lab
