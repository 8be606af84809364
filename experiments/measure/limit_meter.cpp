#include "experiments/measure/limit_meter.hpp"

#include <algorithm>

#include "experiments/measure/operand_sets.hpp"

namespace mikpoly::lab {

ShapeLimits limits_of(const GemmProblem& problem, double peak_gflops, double read_gbs) {
  // 1 GFLOP/s = 1e-3 FLOP/ps, 1 GB/s = 1e-3 B/ps.
  const double compute_ps = 2.0 * problem.shape.macs() / (peak_gflops * 1e-3);
  const double transfer_ps = static_cast<double>(footprint(problem)) / (read_gbs * 1e-3);
  return {.peak_gflops = peak_gflops,
          .read_gbs = read_gbs,
          .least = Picoseconds::rounded(std::max(compute_ps, transfer_ps))};
}

}  // namespace mikpoly::lab
