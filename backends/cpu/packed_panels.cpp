#include "backends/cpu/packed_panels.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly::cpu {

PackedPanels::PackedPanels(const KernelFunctions& functions, const PackedMatrix& matrix, const InputMatrix& source,
                           std::int64_t extent)
    : matrix_(matrix), extent_(extent), data_(memory_.floats(round_up(matrix.length, extent) * matrix.k)) {
  const std::int64_t steps = matrix.k;
  for (std::int64_t first = 0; first < matrix.length; first += extent) {
    const std::int64_t count = std::min(extent, matrix.length - first);
    float* panel = data_ + first * steps;
    if (count < extent) std::fill_n(panel, steps * extent, 0.0F);
    if (source.column != 1) {
      functions.transpose({source.at(0, first), source.column, panel, extent, count, steps});
    } else {
      for (std::int64_t k = 0; k < steps; ++k) std::copy_n(source.at(k, first), count, panel + k * extent);
    }
  }
}

CanonicalProblem with_packed_a(CanonicalProblem problem, std::int64_t height) {
  problem.packed_height = height;
  problem.a = {1, height, 0};
  return problem;
}

CanonicalProblem with_packed_b(CanonicalProblem problem, std::int64_t width) {
  problem.packed_width = width;
  problem.b = {width, 1, 0};
  return problem;
}

}  // namespace mikpoly::cpu
