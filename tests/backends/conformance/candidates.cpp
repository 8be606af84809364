#include "tests/backends/conformance/candidates.hpp"

namespace mikpoly::test {

bool is_packed(Call call) {
  return call == Call::packed_a || call == Call::packed_b;
}

std::string_view name_of(Call call) {
  switch (call) {
    case Call::plain:
      return "plain";
    case Call::prepared:
      return "prepared";
    case Call::packed_a:
      return "packed A";
    case Call::packed_b:
      break;
  }
  return "packed B";
}

std::string refuses(const Candidate& candidate, Call call, const GemmProblem& problem) {
  if (std::string reason = candidate.backend->unsupported(problem); !reason.empty()) return reason;
  if (!is_packed(call)) return "";
  if (dynamic_cast<PackingBackend*>(candidate.backend.get()) == nullptr) return "packs nothing";
  const MatrixLayout& layout = call == Call::packed_a ? problem.a : problem.b;
  const bool one_for_all = problem.shape.batch == 1 || layout.batch_stride == 0;
  if (problem.shape.empty() || problem.shape.k == 0 || !one_for_all) return "packs one operand that is not empty";
  if (!candidate.is_peer) return "";
  const bool column_major = problem.d.order == Order::column_major;
  return call == Call::packed_a || column_major ? "packs B for a row-major D only" : "";
}

void compute(const Candidate& candidate, Call call, const GemmProblem& problem, const GemmOperands& operands) {
  Backend& backend = *candidate.backend;
  switch (call) {
    case Call::plain:
      return backend.run(problem, operands);
    case Call::prepared:
      return backend.prepare(problem)->run(operands);
    case Call::packed_a:
    case Call::packed_b: {
      auto& packing = dynamic_cast<PackingBackend&>(backend);
      const bool is_a = call == Call::packed_a;
      const std::unique_ptr<PackedOperand> packed =
          is_a ? packing.pack_a(problem, operands.a) : packing.pack_b(problem, operands.b);
      GemmOperands with_packed = operands;
      (is_a ? with_packed.a : with_packed.b) = packed->data();
      return packing.prepare_packed(problem, *packed)->run(with_packed);
    }
  }
}

}  // namespace mikpoly::test
