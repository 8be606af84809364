// An engine that runs one plan of one problem, whatever its own planner would choose: for replay and studies.
#pragma once

#include <memory>
#include <string>

#include "backends/engine/engine.hpp"

namespace mikpoly::lab {

class PlanBackend final : public Backend {
 public:
  /// `owner` keeps the engine alive; null when someone else does.
  /// Errors: as Engine::prepare_plan().
  PlanBackend(std::unique_ptr<Backend> owner, Engine& engine, const GemmProblem& problem, Plan plan);

  /// Of another shape: that the plan is not for it.
  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override;
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override;
  void run(const GemmProblem& problem, const GemmOperands& operands) override;
  [[nodiscard]] std::string description() const override { return engine_.description(); }

 private:
  std::unique_ptr<Backend> owner_;
  Engine& engine_;
  Plan plan_;
};

}  // namespace mikpoly::lab
