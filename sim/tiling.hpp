// A matmul as the libraries of NPUs tile it: the output is split over cores, each core's block into L0 tiles, and k
// into steps that L1 holds some of. Richer than a plan: operands may stay in L1 whole, and every buffer's copies are
// chosen.
//
// A core loads, per L0 tile, the tile's panels; of an operand that stays in L1 whole, or whose panel does while the
// other operand passes, nothing after the first time. First touches come from main memory, the rest from the nearest
// level.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/hardware/accelerator.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::sim {

/// How an operand lies in L1: so many k steps of the tile's panel, or the core's whole block.
struct Residency {
  std::int64_t steps = 1;
  bool whole = false;
  std::int64_t copies = 2;  ///< 2: the next steps load while these are used
};

struct Tiling {
  std::int64_t cores_m = 1;
  std::int64_t cores_n = 1;
  std::int64_t cores_batch = 1;
  TileShape tile;  ///< of L0
  Residency a;
  Residency b;
  std::int64_t feed_copies = 2;  ///< of L0A and L0B, the less of both
  std::int64_t accumulators = 1;

  [[nodiscard]] std::int64_t cores() const { return cores_m * cores_n * cores_batch; }
};

/// `4x6 cores, 128x256x64, A 4 steps x2, B whole, feed x2, accumulators 1`.
std::string to_text(const Tiling& tiling);

/// Nothing when the machine can run it, else why not, in one sentence.
std::string tiling_fault(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape,
                         const Tiling& tiling);

/// Device time, start cost included. The tiling must have no fault.
Picoseconds tiling_time(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape,
                        const Tiling& tiling);

struct BestTiling {
  Tiling tiling;
  Picoseconds time;
};

/// The fastest of: all splits over cores, L0 tiles of whole fractals that fit (extents 16 to 512, in a dozen sizes),
/// one operand whole in L1 or none, and as many copies and steps as fit. Cost: milliseconds.
BestTiling best_tiling(const Accelerator& accelerator, const GemmTypes& types, const GemmShape& shape);

}  // namespace mikpoly::sim
