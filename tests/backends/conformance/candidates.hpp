// What the conformance suite is run on: every backend of the table that is here, and its packed form.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace mikpoly::test {

/// How a case is computed.
enum class Call { plain, prepared, packed };

struct Candidate {
  std::string name;
  std::unique_ptr<Backend> backend;
  bool is_peer = false;
};

/// The backends that run here, with `threads` threads. Those that do not are printed with their reason, once.
/// A kernel variant of a backend is a further candidate: add it in candidates.cpp.
const std::vector<Candidate>& candidates(std::int64_t threads);

/// Computes by the given way. Call::packed packs B first.
void compute(const Candidate& candidate, Call call, const GemmProblem& problem, const GemmOperands& operands);

/// Empty when the candidate takes the problem this way.
std::string refuses(const Candidate& candidate, Call call, const GemmProblem& problem);

}  // namespace mikpoly::test
