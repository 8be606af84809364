#include "experiments/cli/gemm_plan.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/engine/engine_selectors.hpp"
#include "experiments/measure/plan_backend.hpp"
#include "experiments/measure/plan_choice.hpp"

namespace mikpoly::cli {
namespace {

// The engine's default.
const std::vector<std::string> kPatterns{"I", "II"};

// And passes on what the engine says of the library that the plan is of.
GemmPlan account(Engine& engine, const GemmProblem& problem, const Plan& plan, const std::string& chosen_by) {
  for (const std::string& notice : engine.notices()) notify(notice);
  if (plan.region_count == 0) return {};
  const KernelLibrary& library = engine.library_for(problem);
  return {.chosen_by = chosen_by,
          .pattern = plan.pattern,
          .text = to_text(plan, library),
          .equation_2 = cost_models().find("mikpoly")(engine.machine(), library)->cost(plan),
          .predicted = engine.predicted(problem, plan)};
}

}  // namespace

void add_plan_flags(CLI::App& verb, PlanFlags& flags) {
  verb.add_option("--selector", flags.selector, "what chooses the plan, of a backend that runs plans")->type_name("S");
  verb.add_option("--plan", flags.plan, "replay this plan instead of choosing one")->type_name("TEXT|FILE");
}

GemmPlan plan_subject(lab::Contestant& subject, lab::BenchSettings& settings, const PlanFlags& flags) {
  auto& engine = dynamic_cast<Engine&>(*subject.backend);
  const GemmProblem& problem = settings.problem;
  if (!flags.selector.empty() && !flags.plan.empty()) {
    throw ConfigError("--selector and --plan exclude each other; a plan is chosen or given");
  }
  if (!flags.selector.empty()) static_cast<void>(lab::find_engine_selector(flags.selector));
  const bool has_plan = !problem.shape.empty() && problem.shape.k != 0;
  if (!has_plan && !flags.plan.empty()) {
    throw ConfigError(fmt::format("--plan: {} is computed without a plan; leave --plan out", to_text(problem.shape)));
  }
  if (!flags.given() || !has_plan) {
    return account(engine, problem, engine.plan_for(problem), "makespan");
  }
  const bool chosen = flags.plan.empty();
  const Plan plan = chosen ? lab::choose_plan(engine, problem, flags.selector, kPatterns).plan
                           : given_plan(flags.plan, engine.planned_shape(problem), engine.library_for(problem));
  GemmPlan found = account(engine, problem, plan, chosen ? flags.selector : "given");
  subject.backend = std::make_unique<lab::PlanBackend>(std::move(subject.backend), engine, problem, plan);
  settings.mode = lab::Mode::prepared;
  return found;
}

std::string plan_text(const GemmPlan& plan) {
  if (plan.pattern.empty()) return "  no plan: the engine computes this shape without one\n";
  return fmt::format("  plan, {}: pattern {}\n  {}\n  predicted by makespan: {:.3f} us, by Eq. 2: {:.3f} us\n",
                     plan.chosen_by == "given" ? "given" : "by " + plan.chosen_by, plan.pattern, plan.text,
                     plan.predicted.microseconds(), plan.equation_2.microseconds());
}

nlohmann::ordered_json plan_json(const GemmPlan& plan) {
  if (plan.pattern.empty()) return nullptr;
  return {{"chosen_by", plan.chosen_by},
          {"pattern", plan.pattern},
          {"text", plan.text},
          {"predicted_us", plan.equation_2.microseconds()},
          {"predicted_makespan_us", plan.predicted.microseconds()}};
}

}  // namespace mikpoly::cli
