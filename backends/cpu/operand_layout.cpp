#include "backends/cpu/operand_layout.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly::cpu {
namespace {

constexpr std::int64_t kLineFloats = 16;    // of a cache line
constexpr std::int64_t kPageFloats = 1024;  // of a page
constexpr std::int64_t kPagedFloats = 256;  // strides that are multiples of this count as paged

// At least `length` floats: whole pages, or an odd number of cache lines.
std::int64_t leading_dimension(std::int64_t length, bool paged) {
  if (paged) return round_up(length, kPageFloats);
  const std::int64_t lines = ceil_div(length, kLineFloats);
  return kLineFloats * (lines % 2 == 1 ? lines : lines + 1);
}

}  // namespace

std::size_t operand_layout(const CanonicalProblem& problem) {
  const bool along_k = problem.b.column != 1;
  const std::int64_t stride = along_k ? problem.b.column : problem.b.row;
  return (along_k ? 2U : 0U) + (stride % kPagedFloats == 0 ? 1U : 0U);
}

GemmProblem problem_of_layout(std::string_view layout, const GemmShape& shape) {
  if (std::find(kOperandLayouts.begin(), kOperandLayouts.end(), layout) == kOperandLayouts.end()) {
    const std::vector<std::string> known(kOperandLayouts.begin(), kOperandLayouts.end());
    throw ConfigError(fmt::format("unknown operand layout \"{}\"{}", layout, nearest_and_known(layout, known)));
  }
  const bool paged = layout.ends_with("-paged");
  GemmProblem problem;
  problem.shape = shape;
  problem.a.leading_dimension = leading_dimension(shape.k, paged);
  problem.b.transposed = layout.starts_with("NT");
  problem.b.leading_dimension = leading_dimension(problem.b.transposed ? shape.k : shape.n, paged);
  problem.d.leading_dimension = leading_dimension(shape.n, paged);
  return problem;
}

}  // namespace mikpoly::cpu
