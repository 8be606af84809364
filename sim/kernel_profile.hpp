// What a kernel asks of its processing element's pipes, in cycles at the pipes' own rates.
//
// Pipes are in-order queues: the stages of one pipe add up, different pipes overlap where buffers allow it.
//   step  = max over pipes of the step stages' cycles      (their sum when the feed buffers hold one step only)
//   chain = max(steps * step + fixed, drain)               (+ drain when there is only one accumulator)
// chain is the time the matrix unit's side of a PE needs per task; loads and stores run beside it. Tasks that share a
// PE take turns on its pipes (block_machine.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/micro_kernel.hpp"
#include "core/plan/region.hpp"

namespace mikpoly::sim {

inline constexpr std::size_t kMaxPipes = 8;

struct KernelProfile {
  double step_cycles = 0.0;         ///< chain cycles per k step
  double task_cycles = 0.0;         ///< chain cycles per task beside its steps
  double least_chain_cycles = 0.0;  ///< the chain of a task is never shorter: the drain pipe's time
  double latency_cycles = 0.0;  ///< first request to first multiply (beyond loading), last multiply to first byte out
  double load_overhead_bytes = 0.0;  ///< what short transfers cost, as bytes per k step
  double store_cycles = 0.0;         ///< the store pipe's own rate, a task's output
  double output_places = 2.0;  ///< tiles that grow or wait for the store: accumulators, and one more they drain into
  struct PipeCycles {
    double per_step = 0.0;
    double per_task = 0.0;

    /// Of one task.
    [[nodiscard]] double of(double steps) const { return steps * per_step + per_task; }
  };
  std::array<PipeCycles, kMaxPipes> pipes{};  ///< in the order of Datapath::pipes; loads and stores left out

  [[nodiscard]] double chain_cycles(double steps) const;
};

/// What a task of the region computes: the kernel's tile, or of a kernel that trims its edges the mean task, extents
/// rounded up.
TileShape computed_tile(const MicroKernel& kernel, const Region& region);

/// `tile`: what a task computes. `burst_cost` false: short transfers reach the peak rate.
KernelProfile profile_of(const Accelerator& accelerator, const MicroKernel& kernel, const TileShape& tile,
                         bool burst_cost);

}  // namespace mikpoly::sim
