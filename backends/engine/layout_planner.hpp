// Plans and runs for one way the operands lie: the library's kernels that can read them, their planner, and the plans
// of shapes seen before.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cpu/plan_executor.hpp"
#include "core/cost/cost_model.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/planner/plan_cache.hpp"
#include "core/planner/planner.hpp"

namespace mikpoly {

/// Whether plans with this kernel can read the problem's operands where they lie, packed ones included.
/// Errors: ConfigError when it names no CPU kernel.
bool reads(const MicroKernel& kernel, const CanonicalProblem& problem);

class LayoutPlanner {
 public:
  struct Choice {
    std::string selector;
    std::vector<std::string> patterns;
  };

  /// Keeps the kernels of the library that read problems like this one: their layout, packing and determinism. The
  /// pool must outlive the planner.
  /// Errors: ConfigError for an unknown cost model or pattern, or when no kernel is left.
  LayoutPlanner(Accelerator accelerator, const KernelLibrary& library, const CanonicalProblem& problem,
                const Choice& choice, ThreadPool& pool);

  [[nodiscard]] const KernelLibrary& library() const { return library_; }
  [[nodiscard]] const cpu::PlanExecutor& executor() const { return executor_; }

  /// The plan of a canonical shape.
  /// Cost: some ten nanoseconds for a shape seen before, else microseconds. Safe to call from many threads: who finds
  /// the table in use plans without it.
  [[nodiscard]] Plan plan(const GemmShape& shape);

  /// Of its cache. Plans made while the table was in use count as misses.
  [[nodiscard]] PlanCacheCounts plan_counts();

  /// By makespan, with the adding up of parts where the plan splits k.
  [[nodiscard]] Picoseconds predicted(const Plan& plan) const;

 private:
  [[nodiscard]] Plan planned(const GemmShape& shape) const;
  [[nodiscard]] Picoseconds adding_up(const Plan& split) const;

  Accelerator accelerator_;
  KernelLibrary library_;
  bool splits_k_;
  std::unique_ptr<Planner> planner_;
  std::unique_ptr<CostModel> makespan_;
  cpu::PlanExecutor executor_;
  std::mutex mutex_;
  PlanCache cache_;
  std::atomic<std::int64_t> beside_ = 0;  // plans made while another thread had the table
};

}  // namespace mikpoly
