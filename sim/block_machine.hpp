// PEs that hold several tasks (blocks) at once, as GPUs do: a block starts where there is room, in the order of its
// number, and shares its PE's pipes and the shared levels with the others.
//
// A block is a fixed part, which it shares with nobody, and then its main loop. With n main loops on its PE, its main
// loop takes, at the rates of the moment,
//   ( (n compute)^p + near^p + main^p )^(1/p)  cycles                              (p = 0: the largest)
//   near = max( n port, n compute * use, latency ),  main = n compute * use of its level
// where `use` is what all running blocks would ask of the level at compute speed, over the level's total rate.
//
// Source: processor sharing; the norm stands between "the slowest alone" and "one after the other", and its exponent is
// a fitted constant. Ours. Known limits: sim/README.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/fair_share.hpp"

namespace mikpoly::sim {

/// Alike blocks, numbered one after the other.
struct BlockClass {
  std::int64_t count = 0;
  std::int64_t residents = 1;   ///< of this class alone on one PE
  double fixed_cycles = 0.0;    ///< per block: start, epilogue
  double compute_cycles = 0.0;  ///< per block: the main loop alone on its PE's pipes
  double port_cycles = 0.0;     ///< per block: its operands at its PE's own rate
  double latency_cycles = 0.0;  ///< per block: the main loop by the latency of memory, as many k steps in flight as fit
  std::array<double, kMaxLevels> level_bytes{};  ///< per block, by shared level, nearest first
};

struct BlockMachine {
  std::int64_t pes = 1;
  std::array<double, kMaxLevels> totals{};  ///< bytes per cycle of each level
  double exponent = 0.0;
  bool loops = false;  ///< a block's place runs the next one without its fixed part: persistent kernels
};

/// Blocks of one PE that were placed together.
struct BlockSpan {
  std::int64_t pe = 0;
  std::size_t block_class = 0;
  std::int64_t blocks = 1;
  double begin = 0.0;  ///< cycles
  double end = 0.0;
};

struct BlockRun {
  double cycles = 0.0;     ///< until the last block ends
  double busy_pes = 0.0;   ///< PEs that hold a block, summed over cycles
  std::int64_t waves = 0;  ///< the most blocks that one PE ran, over what it holds at once, rounded up
};

/// Runs all blocks, classes in order.
/// Cost: rounds of alike blocks on an idle machine count as one event; else one per block end of a group of alike PEs.
/// With `spans` every PE stands alone, and what each did is added to them.
BlockRun run_blocks(std::span<const BlockClass> classes, const BlockMachine& machine,
                    std::vector<BlockSpan>* spans = nullptr);

}  // namespace mikpoly::sim
