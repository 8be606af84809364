#include "tests/backends/conformance/candidates.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace mikpoly::test {
std::vector<Candidate> make_candidates(const Threads& threads) {
  std::vector<Candidate> all;
  for (const std::string& name : backends().names()) {
    const BackendEntry& entry = backends().find(name);
    if (const std::string reason = entry.missing(); !reason.empty()) {
      fmt::print(stderr, "skipped: {}: {}\n", name, reason);
      continue;
    }
    const BackendOptions options{.threads = entry.is_peer ? threads.peers : threads.own};
    all.push_back({name, entry.make(options), entry.is_peer});
    fmt::print(stderr, "runs: {}: {}\n", name, all.back().backend->description());
  }
  return all;
}

std::string refuses(const Candidate& candidate, Call call, const GemmProblem& problem) {
  if (std::string reason = candidate.backend->unsupported(problem); !reason.empty()) return reason;
  if (call != Call::packed) return "";
  if (dynamic_cast<PackingBackend*>(candidate.backend.get()) == nullptr) return "packs nothing";
  const bool one_b = problem.shape.batch == 1 || problem.b.batch_stride == 0;
  if (problem.shape.empty() || problem.shape.k == 0 || !one_b) return "packs one B that is not empty";
  return candidate.is_peer && problem.d.order == Order::column_major ? "packs B for a row-major D only" : "";
}

void compute(const Candidate& candidate, Call call, const GemmProblem& problem, const GemmOperands& operands) {
  Backend& backend = *candidate.backend;
  switch (call) {
    case Call::plain:
      return backend.run(problem, operands);
    case Call::prepared:
      return backend.prepare(problem)->run(operands);
    case Call::packed: {
      auto& packing = dynamic_cast<PackingBackend&>(backend);
      const std::unique_ptr<PackedOperand> packed = packing.pack_b(problem, operands.b);
      GemmOperands with_packed = operands;
      with_packed.b = packed->data();
      return packing.prepare_packed(problem, *packed)->run(with_packed);
    }
  }
}

}  // namespace mikpoly::test
