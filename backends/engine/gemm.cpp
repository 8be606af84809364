#include "backends/engine/gemm.hpp"

namespace mikpoly {

Engine& default_engine() {
  static Engine& engine = *new Engine;  // never destroyed: destructors of other globals may still call
  return engine;
}

void gemm(const GemmProblem& problem, const GemmOperands& operands) {
  default_engine().run(problem, operands);
}

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c) {
  gemm({.shape = {m, n, k}}, {.a = a, .b = b, .d = c});
}

}  // namespace mikpoly
