// Prepared products: with a plan, and too small for one.
#pragma once

#include "backends/backend.hpp"
#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/engine/layout_planner.hpp"

namespace mikpoly {

/// Every batch element straight over register tiles.
void run_small(const cpu::KernelFunctions& functions, const CanonicalProblem& problem, const GemmOperands& operands);

class SmallPrepared final : public PreparedGemm {
 public:
  SmallPrepared(const cpu::KernelFunctions& functions, const CanonicalProblem& problem);
  void run(const GemmOperands& operands) override;

 private:
  void run_any(const GemmOperands& operands) const;

  const cpu::KernelFunctions& functions_;
  CanonicalProblem problem_;
  cpu::TileFunction tile_ = nullptr;  ///< computes all of D at once; null when it takes more than one tile
  cpu::TileArguments arguments_;      ///< for it, without the pointers
};

class PlannedPrepared final : public PreparedGemm {
 public:
  /// The planner must outlive it.
  PlannedPrepared(LayoutPlanner& planner, const CanonicalProblem& problem);
  /// With a plan that the planner's executor can run.
  PlannedPrepared(const LayoutPlanner& planner, const CanonicalProblem& problem, Plan plan);
  void run(const GemmOperands& operands) override;

 private:
  const cpu::PlanExecutor& executor_;
  CanonicalProblem problem_;
  Plan plan_;
};

}  // namespace mikpoly
