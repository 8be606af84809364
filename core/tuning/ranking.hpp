// Which candidates to keep: synthetic programs, and three criteria over them.
//
// Each candidate runs every synthetic GEMM 2^i x 2^j x 2^l, i, j, l = 0..n_syn, as a pattern-I program.
//   average           mean TFLOP/s over that grid                    (the paper's words, absolute)
//   average-relative  mean over the grid of best time / own time     (the paper's words, relative to the best)
//   complementary     greedy: the kernel that most lowers the mean of (best of kept / best of all) over the grid and
//   twice
//                     as many shapes off it: on powers of two alone half of 40 kernels are never missed
// Source: MikPoly (ASPLOS'24), section 3.3 for the average; complementary is ours: core/decisions/ranking.md.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/registry.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// Predicted times of candidates (rows) on synthetic shapes (columns), in ps.
struct SyntheticTimes {
  std::size_t grid = 0;                   ///< the first shapes are the published grid, the others lie between
  std::vector<double> flops;              ///< per shape
  std::vector<std::vector<float>> times;  ///< per candidate, per shape; float: it is read 40 times over, 7.7 M values
  std::vector<float> best;                ///< per shape, over all candidates
};

/// Times all candidates by the cost model `makespan` (pattern I).
SyntheticTimes time_synthetic(const Accelerator& accelerator, const KernelLibrary& candidates, std::int64_t n_syn);

/// Positions of the kept candidates, best first.
using Ranking = std::vector<std::size_t> (*)(const SyntheticTimes& synthetic, std::int64_t n_mik);

/// complementary (the default), average, average-relative.
const Registry<Ranking>& rankings();

/// Mean over the synthetic shapes of best-of-kept / best-of-all; 1 is perfect.
double mean_regret(const SyntheticTimes& synthetic, const std::vector<std::size_t>& kept);

}  // namespace mikpoly
