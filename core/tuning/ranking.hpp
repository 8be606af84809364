// Which candidates to keep: programs, and three criteria over them.
//
// Each candidate runs every synthetic GEMM 2^i x 2^j x 2^l, i, j, l = 0..n_syn, as a pattern-I program.
//   average           mean TFLOP/s over that grid                    (the paper's words, absolute)
//   average-relative  mean over the grid of best time / own time     (the paper's words, relative to the best)
//   complementary     greedy: the kernel that most lowers the mean of (best of kept / best of all) over the grid and
//   twice
//                     as many shapes off it: on powers of two alone half of 40 kernels are never missed
// With other shapes or weights (purpose.hpp) the means are weighted ones over those.
// Source: MikPoly (ASPLOS'24), section 3.3 for the average; complementary is ours: core/decisions/ranking.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/registry.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// Predicted times of candidates (rows) on shapes (columns), in ps.
struct ShapeTimes {
  std::vector<double> flops;              ///< per shape
  std::vector<float> weights;             ///< per shape, of complementary
  std::vector<float> average_weights;     ///< per shape, of the averages; 0 for what lies off the published grid
  std::vector<std::vector<float>> times;  ///< per candidate, per shape; float: it is read 40 times over, 7.7 M values
  std::vector<float> best;                ///< per shape, over all candidates
};

/// Times all candidates on the synthetic shapes by the cost model `makespan` (pattern I); all shapes of a criterion
/// weigh the same.
ShapeTimes time_synthetic(const Accelerator& accelerator, const KernelLibrary& candidates, std::int64_t n_syn);

/// Appends the times of further shapes, none of them empty; their weights are 0.
void add_shapes(ShapeTimes& times, const Accelerator& accelerator, const KernelLibrary& candidates,
                std::span<const GemmShape> shapes);

/// Positions of the kept candidates, best first.
using Ranking = std::vector<std::size_t> (*)(const ShapeTimes& times, std::int64_t n_mik);

/// complementary (the default), average, average-relative.
const Registry<Ranking>& rankings();

/// Weighted mean over the shapes of best-of-kept / best-of-all; 1 is perfect.
double mean_regret(const ShapeTimes& times, std::span<const std::size_t> kept);

}  // namespace mikpoly
