#include <cstdint>

#include <fmt/format.h>

#include "backends/backend.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

/// Where an operand's elements lie: lines of neighbours, `line` bytes apart; of a batch, no lines but the whole.
struct Span {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;  ///< behind the last element; may wrap around for absurd strides, never in real memory
  std::uintptr_t line = 0;
  std::uintptr_t length = 0;
};

Span span_of(const void* data, const ElementStrides& strides, std::int64_t rows, std::int64_t columns,
             std::int64_t batch, DataType type) {
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  if (data == nullptr || rows == 0 || columns == 0) return {begin, begin, 0, 0};
  const auto element = static_cast<std::uintptr_t>(bytes_of(type));
  const auto distance = [&](std::int64_t count, std::int64_t stride) {
    return static_cast<std::uintptr_t>(count - 1) * static_cast<std::uintptr_t>(stride) * element;
  };
  const std::uintptr_t last = distance(rows, strides.row) + distance(columns, strides.column);
  Span span{begin, begin + last + distance(batch, strides.batch) + element, 0, 0};
  if (batch > 1) return span;
  const bool rows_are_lines = strides.column == 1;
  span.line = static_cast<std::uintptr_t>(rows_are_lines ? strides.row : strides.column) * element;
  span.length = static_cast<std::uintptr_t>(rows_are_lines ? columns : rows) * element;
  return span;
}

// Blocks of one matrix side by side share no element, though their spans cross.
bool side_by_side(const Span& one, const Span& other) {
  if (one.line == 0 || one.line != other.line) return false;
  const Span& first = one.begin <= other.begin ? one : other;
  const Span& second = one.begin <= other.begin ? other : one;
  const std::uintptr_t offset = (second.begin - first.begin) % one.line;
  return offset >= first.length && offset + second.length <= one.line;
}

bool overlap(const Span& one, const Span& other) {
  return one.begin < other.end && other.begin < one.end && !side_by_side(one, other);
}

void require(bool needed, const void* data, std::string_view name) {
  if (needed && data == nullptr) throw ShapeError(fmt::format("{} is a null pointer", name));
}

}  // namespace

void validate(const GemmProblem& problem, const GemmOperands& operands) {
  const GemmShape& shape = problem.shape;
  if (shape.empty()) return;
  const bool reads_product = operands.alpha != 0.0 && shape.k > 0;
  require(reads_product, operands.a, "A");
  require(reads_product, operands.b, "B");
  require(operands.beta != 0.0, operands.c, "C (beta is not 0)");
  require(true, operands.d, "D");
  require(problem.epilogue.bias != Bias::none, operands.bias, "bias");
  require(problem.epilogue.residual, operands.residual, "residual");

  const std::int64_t m = shape.m;
  const std::int64_t n = shape.n;
  const std::int64_t k = shape.k;
  const std::int64_t batch = shape.batch;
  const ElementStrides d = strides_of(problem.d, m, n);
  const Span written = span_of(operands.d, d, m, n, batch, problem.types.d);
  if (reads_product) {
    const Span a = span_of(operands.a, strides_of(problem.a, m, k), m, k, batch, problem.types.a);
    const Span b = span_of(operands.b, strides_of(problem.b, k, n), k, n, batch, problem.types.b);
    if (overlap(written, a)) throw ShapeError("D overlaps A; D may overlap nothing but C of the same layout");
    if (overlap(written, b)) throw ShapeError("D overlaps B; D may overlap nothing but C of the same layout");
  }
  if (problem.epilogue.bias != Bias::none) {
    const std::int64_t values = problem.epilogue.bias == Bias::per_row ? m : n;
    const Span bias = span_of(operands.bias, {1, 1, 0}, values, 1, 1, problem.types.acc);
    if (overlap(written, bias)) throw ShapeError("D overlaps the bias; D may overlap nothing but C of the same layout");
  }
  const auto check_in_place = [&](const void* data, const ElementStrides& strides, std::string_view name) {
    if (data == operands.d && strides == d) return;
    if (overlap(written, span_of(data, strides, m, n, batch, problem.types.d))) {
      throw ShapeError(fmt::format("{} overlaps D but is not the same matrix; give the same pointer and layout", name));
    }
  };
  if (operands.beta != 0.0) check_in_place(operands.c, strides_of(problem.c, m, n), "C");
  if (problem.epilogue.residual) check_in_place(operands.residual, d, "residual");
}

}  // namespace mikpoly
