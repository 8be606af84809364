// What an engine holds: the processor's kernels, the pool, the libraries, and a planner per way operands lie.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/operand_layout.hpp"
#include "backends/cpu/thread_pool.hpp"
#include "backends/engine/engine.hpp"
#include "backends/engine/engine_libraries.hpp"
#include "backends/engine/layout_planner.hpp"

namespace mikpoly {

class EngineParts {
 public:
  /// Errors: as Engine().
  explicit EngineParts(const EngineOptions& options);

  /// The planner for problems like this one; made when first needed. Safe to call from many threads.
  LayoutPlanner& planner_of(const CanonicalProblem& problem);

  /// Of all planners made so far, added up. Safe to call from many threads.
  [[nodiscard]] PlanCacheCounts plan_counts();

  /// Whether a plan can make a difference: not for empty and small products.
  [[nodiscard]] bool needs_plan(const CanonicalProblem& problem) const;

  /// Rows of a packed panel of A, or columns of one of B: those whose plan of 32 columns, or rows, is predicted
  /// fastest. Errors: BackendUnavailable when the libraries have no kernels that read such panels.
  std::int64_t packed_height_for(const CanonicalProblem& problem);
  std::int64_t packed_width_for(const CanonicalProblem& problem);

  /// Whether there are kernels for the problem's packed operand, however the other one lies.
  [[nodiscard]] bool reads_packed(const CanonicalProblem& problem);

  [[nodiscard]] const std::string& isa() const { return isa_; }
  [[nodiscard]] ThreadPool& pool() { return pool_; }
  [[nodiscard]] const Accelerator& machine() const { return machine_; }
  [[nodiscard]] std::vector<std::string> notices() const { return libraries_.notices(); }
  [[nodiscard]] const cpu::KernelFunctions& functions() const { return functions_; }

 private:
  // The operand layouts, with A along k or m, any kernel family or tiles only; then B in panels of 1, 2 ... vectors for
  // either A; then A in panels of as many rows as tiles of 1, 2 ... vectors have, for every layout of B.
  static constexpr std::size_t kPanels{cpu::kMaxTileVectors};
  static constexpr std::size_t kPackedB = 4 * cpu::kPlainLayouts;
  static constexpr std::size_t kPackedA = kPackedB + 2 * kPanels;
  static constexpr std::size_t kPlanners = kPackedA + kPanels * cpu::kPlainLayouts;

  [[nodiscard]] std::size_t position_of(const CanonicalProblem& problem, std::size_t layout) const;
  std::int64_t fastest_panel(const std::vector<CanonicalProblem>& choices);

  EngineOptions options_;
  std::string isa_;
  const cpu::KernelFunctions& functions_;
  ThreadPool pool_;
  EngineLibraries libraries_;
  Accelerator machine_;
  std::array<std::once_flag, kPlanners> once_;
  std::array<std::unique_ptr<LayoutPlanner>, kPlanners> planners_;
  std::array<std::atomic<LayoutPlanner*>, kPlanners> made_{};  // the same, for who did not make them
};

}  // namespace mikpoly
