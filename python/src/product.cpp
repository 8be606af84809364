#include "python/src/product.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::python {
namespace {

constexpr std::size_t kMostOperands = 6;

std::string shape_text(const GemmShape& shape, bool is_batch) {
  return is_batch ? fmt::format("{}x{}x{}", shape.batch, shape.m, shape.n) : fmt::format("{}x{}", shape.m, shape.n);
}

// One matrix serves every element of a batch.
void join_batch(const Matrix& matrix, std::int64_t& batch) {
  const std::int64_t count = matrix.extents.batch;
  if (count == batch || count == 1) return;
  if (batch != 1) {
    throw ShapeError(
        fmt::format("{} is a batch of {}, the other factor one of {}; both have as many, or one of them one",
                    matrix.name, count, batch));
  }
  batch = count;
}

MatrixLayout input_layout(const Matrix& matrix) {
  return layout_of(matrix, fmt::format("give numpy.ascontiguousarray({}), or copy=True", matrix.name));
}

void check_shape(const Matrix& matrix, const GemmShape& shape, bool is_batch) {
  const bool fits = matrix.rows() == shape.m && matrix.columns() == shape.n;
  if (fits && (matrix.extents.batch == shape.batch || matrix.extents.batch == 1)) return;
  throw ShapeError(
      fmt::format("{} is {}, the product is {}", matrix.name, matrix.shape_text(), shape_text(shape, is_batch)));
}

}  // namespace

Product::Product(const ProductArguments& arguments) : arguments_(arguments) {
  kept_.reserve(kMostOperands);  // references to what is kept stay good
  problem_.epilogue.activation = parse_activation(arguments.activation);
  operands_.alpha = arguments.alpha;
  operands_.beta = 0.0;
  read_factors();
  validate(problem_.shape);
  read_output();
  if (!arguments.c.is_none()) read_addend();
  if (!arguments.bias.is_none()) read_bias();
  if (!arguments.residual.is_none()) read_residual();
}

const Matrix& Product::keep(const py::object& argument, const std::string& name) {
  return kept_.emplace_back(read_matrix(argument, name, arguments_.copy));
}

void Product::read_factors() {
  const Matrix& a = keep(arguments_.a, "a");
  std::int64_t batch = 1;
  join_batch(a, batch);
  problem_.a = input_layout(a);
  operands_.a = a.data;
  GemmShape& shape = problem_.shape;
  shape = {a.rows(), 0, a.columns(), 1};
  std::int64_t b_rows = 0;
  std::string b_text;
  if (py::isinstance<PackedB>(arguments_.b)) {
    packed_ = arguments_.b.cast<PackedB>();
    operands_.b = packed_->operand->data();
    b_rows = packed_->k;
    shape.n = packed_->n;
    problem_.b.batch_stride = 0;
    b_text = fmt::format("{}x{}", packed_->k, packed_->n);
  } else {
    const Matrix& b = keep(arguments_.b, "b");
    join_batch(b, batch);
    problem_.b = input_layout(b);
    operands_.b = b.data;
    b_rows = b.rows();
    shape.n = b.columns();
    b_text = b.shape_text();
  }
  if (a.columns() != b_rows) {
    throw ShapeError(fmt::format("a is {} and b is {}; a has as many columns as b has rows", a.shape_text(), b_text));
  }
  shape.batch = batch;
}

void Product::read_output() {
  const GemmShape& shape = problem_.shape;
  const bool is_batch = std::ranges::any_of(kept_, &Matrix::is_batch);
  if (arguments_.out.is_none()) {
    std::vector<py::ssize_t> extents{shape.m, shape.n};
    if (is_batch) extents.insert(extents.begin(), shape.batch);
    const bool by_columns = packed_ && packed_->order == Order::column_major;
    const char* order = by_columns && !is_batch ? "F" : "C";
    result_ = py::module_::import("numpy").attr("empty")(py::cast(extents), "dtype"_a = "float32", "order"_a = order);
  } else {
    result_ = arguments_.out;
  }
  const Matrix& out = kept_.emplace_back(read_matrix(result_, "out", false));
  if (!out.writable) throw ShapeError("out is read-only; the product is written into it");
  if (out.is_batch != is_batch || out.extents.batch != shape.batch || out.rows() != shape.m ||
      out.columns() != shape.n) {
    throw ShapeError(fmt::format("out is {}, the product is {}", out.shape_text(), shape_text(shape, is_batch)));
  }
  problem_.d = layout_of(out, "the product is not written through a copy");
  operands_.d = out.data;
}

void Product::read_addend() {
  const Matrix& c = keep(arguments_.c, "c");
  check_shape(c, problem_.shape, c.is_batch);
  problem_.c = input_layout(c);
  operands_.c = c.data;
  operands_.beta = arguments_.beta;
}

// One value a column is a row of the output's width; one a row is a column of its height.
void Product::read_bias() {
  py::object argument = arguments_.bias;
  if (py::isinstance<py::array>(argument) && py::reinterpret_borrow<py::array>(argument).ndim() == 1) {
    argument = argument[py::make_tuple(py::none(), py::ellipsis())];
  }
  const Matrix& bias = keep(argument, "bias");
  const GemmShape& shape = problem_.shape;
  const bool per_column = bias.rows() == 1 && bias.columns() == shape.n;
  const bool per_row = bias.columns() == 1 && bias.rows() == shape.m;
  if (bias.is_batch || (!per_column && !per_row)) {
    throw ShapeError(fmt::format("bias is {}; it has one value a column (1x{}), or one a row ({}x1)", bias.shape_text(),
                                 shape.n, shape.m));
  }
  const std::int64_t count = per_column ? shape.n : shape.m;
  const std::int64_t apart = per_column ? bias.strides.column : bias.strides.row;
  if (count > 1 && apart != 1) {
    throw ShapeError(
        fmt::format("bias has a stride of {} floats; give its values one after the other, by bias.copy()", apart));
  }
  problem_.epilogue.bias = per_column ? Bias::per_column : Bias::per_row;
  operands_.bias = bias.data;
}

void Product::read_residual() {
  const Matrix& residual = keep(arguments_.residual, "residual");
  check_shape(residual, problem_.shape, residual.is_batch);
  const MatrixLayout layout = input_layout(residual);
  if (strides_of(layout, problem_.shape.m, problem_.shape.n) !=
      strides_of(problem_.d, problem_.shape.m, problem_.shape.n)) {
    throw ShapeError("residual does not lie in memory as the output does; give it the same order and strides");
  }
  problem_.epilogue.residual = true;
  operands_.residual = residual.data;
}

}  // namespace mikpoly::python
