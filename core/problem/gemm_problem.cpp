#include "core/problem/gemm_problem.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly {
namespace {

constexpr std::array<std::string_view, 5> kActivationNames{"none", "relu", "gelu_erf", "gelu_tanh", "silu"};

void check_operand(std::string_view name, const MatrixLayout& layout, std::int64_t rows, std::int64_t columns,
                   std::int64_t batch, bool written) {
  const auto [lines, length, leading] = stored_lines(layout, rows, columns);
  if (leading < length) {
    throw ShapeError(fmt::format("leading dimension {} of {} is too small: its {} have {} elements", leading, name,
                                 layout.order == Order::row_major ? "rows" : "columns", length));
  }
  std::int64_t elements = 0;
  if (__builtin_mul_overflow(leading, lines, &elements) || elements > kMaxProduct) {
    throw ShapeError(
        fmt::format("{} has {} lines of {} elements; at most 2^62 elements are allowed", name, lines, leading));
  }
  if (layout.batch_stride == kTight || batch <= 1) return;
  const std::int64_t span = lines == 0 ? 0 : leading * (lines - 1) + length;
  const std::int64_t least = written ? span : 0;
  if (layout.batch_stride < least) {
    throw ShapeError(fmt::format("batch stride {} of {} is too small: at least {} is needed{}", layout.batch_stride,
                                 name, least, written ? ", for batch elements must not overlap" : ""));
  }
  if (__builtin_mul_overflow(layout.batch_stride, batch, &elements) || elements > kMaxProduct) {
    throw ShapeError(
        fmt::format("batch stride {} of {} times {} is more than 2^62 elements", layout.batch_stride, name, batch));
  }
}

}  // namespace

void validate(const GemmProblem& problem) {
  const GemmShape& shape = problem.shape;
  validate(shape);
  if (problem.c.transposed || problem.d.transposed) throw ShapeError("C and D cannot be transposed; use their order");
  check_operand("A", problem.a, shape.m, shape.k, shape.batch, false);
  check_operand("B", problem.b, shape.k, shape.n, shape.batch, false);
  check_operand("C", problem.c, shape.m, shape.n, shape.batch, false);
  check_operand("D", problem.d, shape.m, shape.n, shape.batch, true);
}

std::string_view name_of(Activation activation) {
  return kActivationNames[static_cast<std::size_t>(activation)];
}

Activation parse_activation(std::string_view text) {
  for (std::size_t i = 0; i < kActivationNames.size(); ++i) {
    if (kActivationNames[i] == text) return static_cast<Activation>(i);
  }
  const std::vector<std::string> known(kActivationNames.begin(), kActivationNames.end());
  throw ConfigError(fmt::format("unknown activation \"{}\"{}", text, nearest_and_known(text, known)));
}

void set_transposes(GemmProblem& problem, std::string_view text) {
  const auto is_op = [](char letter) { return letter == 'N' || letter == 'T'; };
  if (text.size() != 2 || !is_op(text[0]) || !is_op(text[1])) {
    throw ConfigError(fmt::format("transposes \"{}\" are not one of NN, NT, TN, TT", text));
  }
  problem.a.transposed = text[0] == 'T';
  problem.b.transposed = text[1] == 'T';
}

}  // namespace mikpoly
