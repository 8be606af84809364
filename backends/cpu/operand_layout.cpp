#include "backends/cpu/operand_layout.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backends/cpu/l1_cache.hpp"
#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly::cpu {
namespace {

constexpr std::int64_t kPageFloats = 1024;  // of a page

// Of the shared cache, what one B is found in again: A, D and others want some too. Measured: 35x1500x2560 (15 MB of
// 32) is faster with kernels chosen for main memory, 512x3072x768 (9 MB) with those for the cache.
constexpr double kNearShare = 0.375;

// At least `length` floats: whole pages, or an odd number of cache lines.
std::int64_t leading_dimension(std::int64_t length, bool paged) {
  if (paged) return round_up(length, kPageFloats);
  const std::int64_t lines = ceil_div(length, kLineFloats);
  return kLineFloats * (lines % 2 == 1 ? lines : lines + 1);
}

}  // namespace

std::size_t operand_layout(const CanonicalProblem& problem, std::int64_t shared_cache_bytes) {
  if (problem.packed_width != 0) return kPlainLayouts;
  const bool along_k = problem.b.column != 1;
  const std::int64_t stride = along_k ? problem.b.column : problem.b.row;
  // Rows of A that are read together would evict each other: tiles have fewer rows, or copy them.
  const bool a_is_paged = problem.a.column == 1 && problem.a.row % kPageFloats == 0;
  const bool paged = stride % kPageFloats == 0 || (a_is_paged && problem.shape.m > rows_in_l1(problem.a.row));
  if (along_k) return paged ? 4 : 3;
  if (paged) return 1;
  const double b_bytes = 4.0 * static_cast<double>(problem.shape.k) * static_cast<double>(problem.shape.n);
  return b_bytes > kNearShare * static_cast<double>(shared_cache_bytes) ? 2 : 0;
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
