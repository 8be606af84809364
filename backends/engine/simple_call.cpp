#include "backends/engine/simple_call.hpp"

#include <cstddef>
#include <cstdint>

#include "backends/cpu/plan_executor.hpp"
#include "backends/cpu/small_gemm.hpp"

namespace mikpoly {
namespace {

bool is_simple(const GemmProblem& problem) {
  const auto [m, n, k, batch] = problem.shape;
  // A single column may be laid as a row: canonical_form() decides.
  return m > 0 && n > 1 && k > 0 && batch == 1 && cpu::is_small(problem.shape) &&
         problem == GemmProblem{.shape = problem.shape};
}

/// Where a tight matrix lies, in bytes.
struct Place {
  std::uintptr_t begin;
  std::uintptr_t end;

  Place(const void* data, std::int64_t elements)
      : begin(reinterpret_cast<std::uintptr_t>(data)),
        end(begin + static_cast<std::uintptr_t>(elements) * sizeof(float)) {}

  [[nodiscard]] bool is_apart_from(const Place& other) const { return end <= other.begin || other.end <= begin; }
};

bool is_simple(const GemmShape& shape, const GemmOperands& operands) {
  if (operands.alpha != 1.0 || operands.beta != 0.0) return false;
  if (operands.a == nullptr || operands.b == nullptr || operands.d == nullptr) return false;
  const Place d(operands.d, shape.m * shape.n);
  return d.is_apart_from({operands.a, shape.m * shape.k}) && d.is_apart_from({operands.b, shape.k * shape.n});
}

}  // namespace

bool run_if_simple(const cpu::KernelFunctions& functions, const GemmProblem& problem, const GemmOperands& operands) {
  if (!is_simple(problem) || !is_simple(problem.shape, operands)) return false;
  const auto [m, n, k, batch] = problem.shape;
  const cpu::CanonicalGemm gemm{.shape = problem.shape,
                                .a = {static_cast<const float*>(operands.a), k, 1},
                                .b = {static_cast<const float*>(operands.b), n, 1},
                                .d = static_cast<float*>(operands.d),
                                .d_row = n,
                                .finish = {}};
  cpu::run_small(functions, gemm, cpu::worker_memory());
  return true;
}

}  // namespace mikpoly
