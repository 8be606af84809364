// The cpu engine on arrays that stay where they are.
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/engine/gemm.hpp"
#include "core/base/error.hpp"
#include "core/pattern/pattern.hpp"
#include "python/src/arguments.hpp"
#include "python/src/product.hpp"

namespace mikpoly::python {
namespace {

py::object multiply(Engine& engine, const ProductArguments& arguments) {
  const Product product(arguments);
  {
    const py::gil_scoped_release released;
    if (product.packed() == nullptr) {
      engine.run(product.problem(), product.operands());
    } else {
      validate(product.problem(), product.operands());
      engine.prepare_packed(product.problem(), *product.packed()->operand)->run(product.operands());
    }
  }
  return product.result();
}

/// A product planned and checked once, for arrays that lie in memory as the first ones did.
class PreparedProduct {
 public:
  PreparedProduct(std::shared_ptr<Engine> engine, const ProductArguments& like)
      : engine_(std::move(engine)), activation_(like.activation) {
    const Product product(like);
    problem_ = product.problem();
    if (product.packed() != nullptr) packed_ = *product.packed();
    prepared_ = packed_ ? engine_->prepare_packed(problem_, *packed_->operand) : engine_->prepare(problem_);
  }

  py::object run(const ProductArguments& arguments) {
    const Product product(arguments);
    check(product);
    {
      const py::gil_scoped_release released;
      const std::scoped_lock one_at_a_time(running_);
      validate(product.problem(), product.operands());
      prepared_->run(product.operands());
    }
    return product.result();
  }

  [[nodiscard]] const std::string& activation() const { return activation_; }
  [[nodiscard]] std::string shape() const { return to_text(problem_.shape); }

 private:
  void check(const Product& product) const {
    const bool same_packed = packed_ ? product.packed() != nullptr && product.packed()->operand == packed_->operand
                                     : product.packed() == nullptr;
    if (same_packed && product.problem() == problem_) return;
    if (product.problem().shape != problem_.shape) {
      throw ShapeError(fmt::format("the product is {}, it was prepared for {}", to_text(product.problem().shape),
                                   to_text(problem_.shape)));
    }
    throw ShapeError(
        "the operands are not those it was prepared for: the same order, strides, bias and residual, and the same "
        "packed "
        "b");
  }

  std::shared_ptr<Engine> engine_;
  std::string activation_;
  GemmProblem problem_;
  std::optional<PackedB> packed_;
  std::unique_ptr<PreparedGemm> prepared_;
  std::mutex running_;
};

std::shared_ptr<Engine> make_engine(Integer threads, const std::filesystem::path& library, const std::string& isa,
                                    const std::string& selector, const std::string& patterns, bool pinned) {
  const py::gil_scoped_release released;
  return std::make_shared<Engine>(EngineOptions{.threads = thread_count(threads),
                                                .library = library.string(),
                                                .isa = isa,
                                                .selector = selector,
                                                .patterns = parse_pattern_set(patterns),
                                                .pinned = pinned});
}

PackedB pack_b(Engine& engine, const py::object& argument, const std::string& order, bool copy) {
  if (order != "C" && order != "F") {
    throw ConfigError(fmt::format("order \"{}\" is not \"C\" (row major) or \"F\" (column major)", order));
  }
  const Matrix b = read_matrix(argument, "b", copy);
  if (b.is_batch) throw ShapeError(fmt::format("b is {}; one matrix is packed at a time", b.shape_text()));
  PackedB packed{.operand = nullptr,
                 .k = b.rows(),
                 .n = b.columns(),
                 .order = order == "C" ? Order::row_major : Order::column_major};
  GemmProblem problem{.shape = {1, packed.n, packed.k}};
  problem.b = layout_of(b, "give numpy.ascontiguousarray(b), or copy=True");
  problem.d.order = packed.order;
  const py::gil_scoped_release released;
  packed.operand = engine.pack_b(problem, b.data);
  return packed;
}

// Not owned: the default engine lives as long as the program.
std::shared_ptr<Engine> shared_default() {
  return {&default_engine(), [](Engine*) {}};
}

ProductArguments arguments_of(const py::object& a, const py::object& b, const py::object& c, double alpha, double beta,
                              const py::object& bias, const std::string& activation, const py::object& residual,
                              const py::object& out, bool copy) {
  return {.a = a,
          .b = b,
          .c = c,
          .bias = bias,
          .residual = residual,
          .out = out,
          .alpha = alpha,
          .beta = beta,
          .activation = activation,
          .copy = copy};
}

constexpr const char* kGemmDoc =
    "activation(alpha * a @ b + beta * c + bias) + residual, in float32 on this machine's cores.\n\n"
    "a, b:        matrices, or batches of them (3 dimensions); NumPy arrays or what has __dlpack__ on the cpu. b may "
    "be\n"
    "             packed (Engine.pack_b).\n"
    "c:           added, times beta; may be `out`\n"
    "bias:        (n,) or (1, n): one value a column; (m, 1): one a row\n"
    "activation:  none, relu, gelu_erf, gelu_tanh or silu\n"
    "residual:    lies in memory as the output does\n"
    "out:         written into and returned; else a new array\n"
    "copy:        copies operands that lie in memory as no leading dimension describes; else they are refused\n\n"
    "Raises:      TypeError for other types, ShapeError for extents, strides and overlaps; nothing was written then.";

}  // namespace

void add_engine(py::module_& module) {
  const py::object none = py::none();
  py::class_<PackedB>(module, "PackedB", "b of a product, laid out once for every m.")
      .def_property_readonly("shape", [](const PackedB& self) { return py::make_tuple(self.k, self.n); })
      .def_property_readonly("nbytes", [](const PackedB& self) { return self.operand->bytes(); });

  py::class_<PreparedProduct>(module, "PreparedProduct", "A product that is planned and checked: call it.")
      .def(
          "__call__",
          [](PreparedProduct& self, const py::object& a, const py::object& b, const py::object& c, double alpha,
             double beta, const py::object& bias, const py::object& residual, const py::object& out) {
            return self.run(arguments_of(a, b, c, alpha, beta, bias, self.activation(), residual, out, false));
          },
          "a"_a, "b"_a, "c"_a = none, py::kw_only(), "alpha"_a = 1.0, "beta"_a = 1.0, "bias"_a = none,
          "residual"_a = none, "out"_a = none,
          "As gemm(), for operands of the shapes and strides it was prepared with. One call at a time computes.")
      .def_property_readonly("shape", &PreparedProduct::shape, "MxNxK.");

  py::class_<Engine, std::shared_ptr<Engine>>(
      module, "Engine", "Plans products whose shape is known only now, and runs them on the cores of this machine.")
      .def(py::init(&make_engine), py::kw_only(), "threads"_a = 0, "library"_a = "", "isa"_a = "",
           "selector"_a = "makespan", "patterns"_a = "I,II", "pinned"_a = false)
      .def(
          "gemm",
          [](Engine& self, const py::object& a, const py::object& b, const py::object& c, double alpha, double beta,
             const py::object& bias, const std::string& activation, const py::object& residual, const py::object& out,
             bool copy) {
            return multiply(self, arguments_of(a, b, c, alpha, beta, bias, activation, residual, out, copy));
          },
          "a"_a, "b"_a, "c"_a = none, py::kw_only(), "alpha"_a = 1.0, "beta"_a = 1.0, "bias"_a = none,
          "activation"_a = "none", "residual"_a = none, "out"_a = none, "copy"_a = false, kGemmDoc)
      .def(
          "prepare",
          [](const std::shared_ptr<Engine>& self, const py::object& a, const py::object& b, const py::object& c,
             const py::object& bias, const std::string& activation, const py::object& residual, const py::object& out) {
            return std::make_unique<PreparedProduct>(
                self, arguments_of(a, b, c, 1.0, 1.0, bias, activation, residual, out, false));
          },
          "a"_a, "b"_a, "c"_a = none, py::kw_only(), "bias"_a = none, "activation"_a = "none", "residual"_a = none,
          "out"_a = none, "Plans and checks a product of arrays like these; computes nothing.")
      .def(
          "pack_b",
          [](Engine& self, const py::object& b, const std::string& order, bool copy) {
            return pack_b(self, b, order, copy);
          },
          "b"_a, py::kw_only(), "order"_a = "C", "copy"_a = false,
          "Lays b out once as the kernels read it; `order` is that of the outputs it will serve.")
      .def_property_readonly("threads", &Engine::threads)
      .def_property_readonly("description", &Engine::description)
      .def_property_readonly("notices", &Engine::notices, "What a person should know about its kernel libraries.");

  module.def(
      "gemm",
      [](const py::object& a, const py::object& b, const py::object& c, double alpha, double beta,
         const py::object& bias, const std::string& activation, const py::object& residual, const py::object& out,
         bool copy) {
        return multiply(*shared_default(), arguments_of(a, b, c, alpha, beta, bias, activation, residual, out, copy));
      },
      "a"_a, "b"_a, "c"_a = none, py::kw_only(), "alpha"_a = 1.0, "beta"_a = 1.0, "bias"_a = none,
      "activation"_a = "none", "residual"_a = none, "out"_a = none, "copy"_a = false, kGemmDoc);
}

}  // namespace mikpoly::python
