// One GEMM without its data: extents, types, where each operand's elements lie, and what happens to the product.
//
//   D = act(alpha * op(A) * op(B) + beta * C + bias) [+ residual]
//
// C may be D (same pointer, same layout). beta = 0: C is never read; alpha = 0: A and B are never read; k = 0: the
// product is 0; m, n or batch = 0: nothing happens and null pointers are allowed.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/problem/dtype.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

enum class Order { row_major, column_major };

/// Leading dimension or batch stride of a matrix without gaps.
inline constexpr std::int64_t kTight = -1;

/// Where the elements of a stored matrix lie. `transposed`: the operand is op(X) = X^T of the stored X.
struct MatrixLayout {
  bool transposed = false;
  Order order = Order::row_major;
  std::int64_t leading_dimension = kTight;  ///< elements between rows (row major) or columns (column major)
  std::int64_t batch_stride = kTight;       ///< elements between batch elements; 0 shares one matrix (inputs only)

  bool operator==(const MatrixLayout&) const = default;
};

/// Element strides of op(X), resolved: element (i, j) of batch element b is at i * row + j * column + b * batch.
struct ElementStrides {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t batch = 0;

  bool operator==(const ElementStrides&) const = default;
};

enum class Bias { none, per_row, per_column };
enum class Activation { none, relu, gelu_erf, gelu_tanh, silu };

struct Epilogue {
  Bias bias = Bias::none;
  Activation activation = Activation::none;
  bool residual = false;  ///< has D's layout; added after the activation

  bool operator==(const Epilogue&) const = default;
};

struct GemmProblem {
  GemmShape shape;
  GemmTypes types{DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  MatrixLayout a;
  MatrixLayout b;
  MatrixLayout c;  ///< never transposed
  MatrixLayout d;  ///< never transposed
  Epilogue epilogue;
  bool deterministic = false;  ///< fixed k order, no split-K, one kernel family: a row depends on no other row

  bool operator==(const GemmProblem&) const = default;
};

/// What stands in memory for op(X): rows of a row-major matrix, columns of a column-major one.
struct StoredLines {
  std::int64_t count = 0;
  std::int64_t length = 0;  ///< elements of a line
  std::int64_t apart = 0;   ///< elements from one line to the next: the leading dimension, kTight resolved
};

inline bool rows_are_lines(const MatrixLayout& layout) {
  return (layout.order == Order::row_major) != layout.transposed;
}

/// Of op(X) with `rows` x `columns` elements.
inline StoredLines stored_lines(const MatrixLayout& layout, std::int64_t rows, std::int64_t columns) {
  const std::int64_t count = rows_are_lines(layout) ? rows : columns;
  const std::int64_t length = rows_are_lines(layout) ? columns : rows;
  return {count, length, layout.leading_dimension == kTight ? length : layout.leading_dimension};
}

/// Strides of op(X) with `rows` x `columns` elements, kTight resolved.
inline ElementStrides strides_of(const MatrixLayout& layout, std::int64_t rows, std::int64_t columns) {
  const auto [count, length, apart] = stored_lines(layout, rows, columns);
  const std::int64_t batch = layout.batch_stride == kTight ? apart * count : layout.batch_stride;
  return rows_are_lines(layout) ? ElementStrides{apart, 1, batch} : ElementStrides{1, apart, batch};
}

/// Elements from the first to the last of op(X), in all batch elements; 0 where there are none.
inline std::int64_t extent_of(const ElementStrides& strides, std::int64_t rows, std::int64_t columns,
                              std::int64_t batch) {
  if (rows == 0 || columns == 0 || batch == 0) return 0;
  return (rows - 1) * strides.row + (columns - 1) * strides.column + (batch - 1) * strides.batch + 1;
}

/// Checks extents, leading dimensions and batch strides of all operands.
/// Errors: ShapeError naming the operand, its value and what is allowed.
void validate(const GemmProblem& problem);

std::string_view name_of(Activation activation);
/// Errors: ConfigError naming the known ones.
Activation parse_activation(std::string_view text);

/// Reads "NN", "NT", "TN" or "TT": whether A and B are stored transposed.
/// Errors: ConfigError.
void set_transposes(GemmProblem& problem, std::string_view text);

}  // namespace mikpoly
