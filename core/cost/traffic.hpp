// Bytes a plan moves: from and to the nearest shared level, and of those from and to main memory.
//
// A region's tasks are numbered in bands of `raster_band` tile rows, down the band and then right. Per batch element:
//   near  = A * (tile columns) + B * (tile rows)                       every task reads its panels
//   main  = A * (1 + (waves of a band - 1) * (1 - fit_A))              first touch, and again what did not stay
//         + B * (1 + (sweeps over B - 1) * (1 - fit_B))
// where fit = share of an operand's reuse set that the nearest level still holds when it is needed again, taken as
// min(1, capacity left / bytes of the set). What an earlier region of the plan has read counts as a re-read.
// The first band (or the first wave, if that is longer) touches all of B: its tasks are `cold`.
//
// Loads that change the layout run at a share of their rate that depends on the operands' row strides, here of
// row-major operands: k of A, n of B.
//
// Source: first touch from main memory and re-reads from L2 as in the tiling guides cited in sim/README.md; the share
// `fit` is ours. Known limits: no conflict misses; a re-read either stays or not, whoever asks.
#pragma once

#include <array>
#include <cstdint>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

/// Bytes of one region, all its tasks together. Doubles: totals pass 2^53 only where a relative error is harmless.
struct RegionTraffic {
  double near_reads = 0.0;       ///< operands read, from whichever level
  double slowdown = 1.0;         ///< of loads by the operands' row strides, at least 1
  double main_reads = 0.0;       ///< of these, from main memory
  double cold_share = 1.0;       ///< share of the tasks that are cold, in (0, 1]
  double cold_main_reads = 0.0;  ///< main_reads of the cold tasks
  double writes = 0.0;
  double main_writes = 0.0;  ///< of these, what the nearest level cannot keep
};

using PlanTraffic = std::array<RegionTraffic, kMaxRegions>;

/// What starts where.
struct TrafficOptions {
  bool warm = false;            ///< operands start in the nearest level
  bool infinite_cache = false;  ///< the nearest level keeps everything
};

/// Share of its rate at which the operand's load stage runs, for rows `stride` elements apart.
double load_share(const Datapath& datapath, Operand operand, std::int64_t stride);

/// Bytes of all operands of the problem: what competes for the nearest level between regions.
double footprint(const GemmShape& shape, const GemmTypes& types);

/// Traffic of every region of the plan.
/// Cost: called in the planner's inner loop; some dozen floating-point operations per region, no allocation.
PlanTraffic traffic_of(const Plan& plan, const KernelLibrary& library, const Accelerator& accelerator,
                       const TrafficOptions& options = {});

}  // namespace mikpoly
