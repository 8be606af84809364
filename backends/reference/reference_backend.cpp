#include "backends/reference/reference_backend.hpp"

#include <fmt/format.h>

#include "backends/reference/activation.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr GemmTypes kAllF32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};

std::int64_t offset(const ElementStrides& strides, std::int64_t row, std::int64_t column, std::int64_t batch) {
  return row * strides.row + column * strides.column + batch * strides.batch;
}

// The operation of definitions.md on operands of type Element, one output element after the other.
template <typename Element>
class TripleLoop final : public PreparedGemm {
 public:
  explicit TripleLoop(const GemmProblem& problem)
      : problem_(problem),
        a_(strides_of(problem.a, problem.shape.m, problem.shape.k)),
        b_(strides_of(problem.b, problem.shape.k, problem.shape.n)),
        c_(strides_of(problem.c, problem.shape.m, problem.shape.n)),
        d_(strides_of(problem.d, problem.shape.m, problem.shape.n)) {}

  void run(const GemmOperands& operands) override {
    const auto [m, n, k, batch] = problem_.shape;
    for (std::int64_t z = 0; z < batch; ++z) {
      for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < n; ++j) write_element(operands, i, j, z);
      }
    }
  }

 private:
  // An element of D is written after its C and residual were read: either may be D itself.
  void write_element(const GemmOperands& operands, std::int64_t i, std::int64_t j, std::int64_t z) const {
    const double alpha = static_cast<Element>(operands.alpha);
    const double beta = static_cast<Element>(operands.beta);
    double value = alpha == 0.0 || problem_.shape.k == 0 ? 0.0 : alpha * product(operands, i, j, z);
    if (beta != 0.0) value += beta * read(operands.c, offset(c_, i, j, z));
    if (problem_.epilogue.bias == Bias::per_row) value += read(operands.bias, i);
    if (problem_.epilogue.bias == Bias::per_column) value += read(operands.bias, j);
    value = activate(problem_.epilogue.activation, value);
    if (problem_.epilogue.residual) value += read(operands.residual, offset(d_, i, j, z));
    static_cast<Element*>(operands.d)[offset(d_, i, j, z)] = static_cast<Element>(value);
  }

  [[nodiscard]] double product(const GemmOperands& operands, std::int64_t i, std::int64_t j, std::int64_t z) const {
    double sum = 0.0;
    for (std::int64_t step = 0; step < problem_.shape.k; ++step) {
      sum += read(operands.a, offset(a_, i, step, z)) * read(operands.b, offset(b_, step, j, z));
    }
    return sum;
  }

  static double read(const void* data, std::int64_t at) { return static_cast<const Element*>(data)[at]; }

  GemmProblem problem_;
  ElementStrides a_;
  ElementStrides b_;
  ElementStrides c_;
  ElementStrides d_;
};

class ReferenceBackend final : public Backend {
 public:
  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    if (problem.types == kAllF32) return "";
    return fmt::format("the reference computes f32 only, not {} x {} -> {}", name_of(problem.types.a),
                       name_of(problem.types.b), name_of(problem.types.d));
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    validate(problem);
    if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
    return std::make_unique<TripleLoop<float>>(problem);
  }

  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    const std::unique_ptr<PreparedGemm> prepared = prepare(problem);
    validate(problem, operands);
    prepared->run(operands);
  }

  [[nodiscard]] std::string description() const override { return "triple loop accumulating in double, 1 thread"; }
};

}  // namespace

std::unique_ptr<Backend> make_reference_backend(const BackendOptions& /*options*/) {
  return std::make_unique<ReferenceBackend>();
}

}  // namespace mikpoly
