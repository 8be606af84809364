#include "backends/cpu/packed_b.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly::cpu {

PackedB::PackedB(const KernelFunctions& functions, const CanonicalProblem& problem, const float* b, std::int64_t width)
    : k_(problem.shape.k), n_(problem.shape.n), width_(width), data_(memory_.floats(round_up(n_, width) * k_)) {
  const InputMatrix source{b, problem.b.row, problem.b.column};
  for (std::int64_t column = 0; column < n_; column += width) {
    const std::int64_t count = std::min(width, n_ - column);
    float* panel = data_ + column * k_;
    if (count < width) std::fill_n(panel, k_ * width, 0.0F);
    if (source.column != 1) {
      functions.transpose({source.at(0, column), source.column, panel, width, count, k_});
    } else {
      for (std::int64_t k = 0; k < k_; ++k) std::copy_n(source.at(k, column), count, panel + k * width);
    }
  }
}

}  // namespace mikpoly::cpu
