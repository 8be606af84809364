// Times of tasks on this machine's cores: the KernelTimer of the backend `cpu`.
//
// Every worker of the pool runs tasks of the same extent back to back at the same time, each on operands of its own,
// which lie in a ring of copies. A ring larger than L2 and within the worker's share of the shared cache makes a task
// find its operands in the nearest shared level, as tasks of a plan do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/cpu/thread_pool.hpp"
#include "core/kernel/kernel_timer.hpp"
#include "core/problem/gemm_problem.hpp"
#include "core/tuning/trimmed_candidates.hpp"

namespace mikpoly::cpu {

/// How the operands lie and how long a sample takes.
struct TimerOptions {
  std::string layout = "NN";          ///< of kOperandLayouts
  std::int64_t sample_us = 1000;      ///< device time of a sample
  std::int64_t ring_bytes = 4 << 20;  ///< of a worker's copies of its operands
  std::int64_t far_bytes = 96 << 20;  ///< the same for operands in main memory: more than the shared cache
};

class CpuTimer final : public KernelTimer {
 public:
  /// The pool must outlive the timer; nothing else may use it while a sample is taken.
  /// Errors: ConfigError for an unknown layout.
  CpuTimer(ThreadPool& pool, const TimerOptions& options);
  ~CpuTimer() override;
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

  /// Whether the kernel can read operands that lie this way.
  [[nodiscard]] bool accepts(const std::string& variant) const;

  /// Least over rounds of the mean time of a task, over all workers.
  /// Cost: about sample_us, or five tasks where one takes longer than a fifth of it.
  [[nodiscard]] Picoseconds task_time(const MicroKernel& kernel, const TaskExtent& task) const override;

  /// Of steps of the whole tile.
  [[nodiscard]] TimeCurve::Sample time(const MicroKernel& kernel, std::int64_t steps) const override;
  [[nodiscard]] TimeCurve::Conditions conditions() const override;

 private:
  struct Ring;

  ThreadPool& pool_;
  TimerOptions options_;
  mutable std::vector<Ring> rings_;  // of each worker
};

/// The register tiles of the kernels of an instruction set that can read operands that lie this way.
std::vector<RegisterTile> register_tiles(std::string_view isa, const CpuTimer& timer);

}  // namespace mikpoly::cpu
