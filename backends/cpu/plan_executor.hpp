// Runs plans: the tasks of all regions together on the pool, without a barrier between regions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/cpu/canonical_gemm.hpp"
#include "backends/cpu/task.hpp"
#include "backends/cpu/thread_pool.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::cpu {

class PlanExecutor {
 public:
  /// The pool must outlive the executor; the library is not kept.
  /// Errors: ConfigError for a kernel that names no CPU kernel; BackendUnavailable for one of another processor.
  PlanExecutor(const KernelLibrary& library, ThreadPool& pool);

  /// Empty when every kernel of the plan can read the operands where they lie, and no region splits k where the problem
  /// is deterministic; else why not.
  [[nodiscard]] std::string unsupported(const CanonicalProblem& problem, const Plan& plan) const;

  /// Runs a plan of the problem's canonical shape, whose regions cover it exactly.
  ///
  /// Tasks are dealt to the workers in turn, those of the region with the largest first, and who is done takes what
  /// others have left (task_deal.hpp); with one worker nothing is synchronised. A single row of tiles that has all
  /// threads to itself is run in fewer and wider tasks than planned (wide_parts.hpp). Where regions split k, their sums
  /// meet in a workspace of the regions' size and are added in the order of k. Errors: std::bad_alloc; operands and
  /// executor stay usable.
  void run(const CanonicalProblem& problem, const Plan& plan, const GemmOperands& operands) const;

 private:
  struct Work;

  /// Threads that a region of the plan has for itself; 0 where they have other regions or batch elements to run too.
  [[nodiscard]] std::int64_t threads_of_region(const Plan& plan) const;
  void run_tasks(Work& work) const;
  void run_split(const CanonicalProblem& problem, const Plan& plan, const GemmOperands& operands) const;

  struct BoundKernel {
    const CpuKernel* kernel = nullptr;
    TileShape tile;
  };

  ThreadPool& pool_;
  std::vector<BoundKernel> kernels_;  // by position in the library
};

/// What the calling thread keeps between tasks; freed when the thread ends.
WorkerMemory& worker_memory();

}  // namespace mikpoly::cpu
