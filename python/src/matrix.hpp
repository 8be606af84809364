// An operand from Python: where its elements lie, read from a NumPy array or from what `__dlpack__` gives, not copied.
#pragma once

#include <cstdint>
#include <string>

#include "core/problem/gemm_problem.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {

/// f32 in this machine's memory: a matrix, or a batch of them. Strides in elements.
struct Matrix {
  std::string name;  ///< of the argument, for messages
  float* data = nullptr;
  bool is_batch = false;
  GemmShape extents;  ///< m: rows, n: columns, batch; k is not used
  ElementStrides strides;
  bool writable = true;
  py::object owner;  ///< keeps the elements alive; a copy where one was made

  [[nodiscard]] std::int64_t rows() const { return extents.m; }
  [[nodiscard]] std::int64_t columns() const { return extents.n; }
  [[nodiscard]] std::string shape_text() const;
};

/// Reads an argument. With `copy`, what lies in memory as no leading dimension describes is copied; else it is refused
/// by layout_of().
/// Errors: TypeError for what is no f32 array on the CPU; ShapeError for a rank that is not 2 or 3, and for strides
/// that are not whole elements.
Matrix read_matrix(const py::object& argument, const std::string& name, bool copy);

/// Its order, leading dimension and batch stride.
/// Errors: ShapeError when it needs a copy; `remedy` ends the sentence.
MatrixLayout layout_of(const Matrix& matrix, const std::string& remedy);

}  // namespace mikpoly::python
