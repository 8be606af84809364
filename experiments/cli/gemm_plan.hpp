// The plan of `mikpoly gemm`: chosen by a selector, replayed, or the engine's own.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/base/units.hpp"
#include "experiments/measure/shape_bench.hpp"

namespace mikpoly::cli {

/// `[--selector S] [--plan TEXT|FILE]`.
struct PlanFlags {
  std::string selector;
  std::string plan;

  [[nodiscard]] bool given() const { return !selector.empty() || !plan.empty(); }
};

/// The plan that is measured.
struct GemmPlan {
  std::string chosen_by;  ///< a selector, or "given"
  std::string pattern;    ///< empty when there is no plan: the engine computes the shape without one
  std::string text;
  Picoseconds equation_2;  ///< predicted, by Eq. 2
  Picoseconds predicted;   ///< by makespan
};

void add_plan_flags(CLI::App& verb, PlanFlags& flags);

/// The plan of a subject that is an Engine; with flags, the subject becomes one that runs this plan, and prepared calls
/// are measured.
/// Errors: ConfigError for both flags, an unknown selector, and as given_plan(); BackendUnavailable when the plan's
/// kernels cannot read the layout.
GemmPlan plan_subject(lab::Contestant& subject, lab::BenchSettings& settings, const PlanFlags& flags);

std::string plan_text(const GemmPlan& plan);
nlohmann::ordered_json plan_json(const GemmPlan& plan);

}  // namespace mikpoly::cli
