// A product as its arguments in Python describe it: a problem for the engine, and where its operands are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "python/src/bindings.hpp"
#include "python/src/matrix.hpp"

namespace mikpoly::python {

/// B laid out once by an engine.
struct PackedB {
  std::shared_ptr<const PackedOperand> operand;
  std::int64_t k = 0;
  std::int64_t n = 0;
  Order order = Order::row_major;  ///< of the products it serves
};

/// Arguments of gemm() and of a prepared call. `b` may be a PackedB.
struct ProductArguments {
  py::object a;
  py::object b;
  py::object c;  ///< None: nothing is added
  py::object bias;
  py::object residual;
  py::object out;  ///< None: a new array
  double alpha = 1.0;
  double beta = 1.0;
  std::string activation = "none";
  bool copy = false;
};

class Product {
 public:
  /// Reads all arguments; makes the output where none is given.
  /// Errors: TypeError, ShapeError and ConfigError: one sentence about the first argument that does not fit.
  explicit Product(const ProductArguments& arguments);

  [[nodiscard]] const GemmProblem& problem() const { return problem_; }
  [[nodiscard]] const GemmOperands& operands() const { return operands_; }
  /// Null where b is not packed.
  [[nodiscard]] const PackedB* packed() const { return packed_ ? &*packed_ : nullptr; }
  /// The output, as given or made.
  [[nodiscard]] const py::object& result() const { return result_; }

 private:
  const Matrix& keep(const py::object& argument, const std::string& name);
  void read_factors();
  void read_output();
  void read_addend();
  void read_bias();
  void read_residual();

  ProductArguments arguments_;
  GemmProblem problem_;
  GemmOperands operands_;
  std::optional<PackedB> packed_;
  std::vector<Matrix> kept_;
  py::object result_;
};

}  // namespace mikpoly::python
