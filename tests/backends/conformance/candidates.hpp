// What the conformance suite is run on. candidates_here.cpp: every backend of the table that is here, its packed form,
// and the variants of `cpu`: another number of threads, every instruction set, and each kernel by name. The suite is
// built a second time with ../cuda/emulated_candidates.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"

namespace mikpoly::test {

/// How a case is computed.
enum class Call { plain, prepared, packed_a, packed_b };

bool is_packed(Call call);
std::string_view name_of(Call call);

struct Candidate {
  std::string name;
  std::unique_ptr<Backend> backend;
  bool is_peer = false;
};

struct Threads {
  std::int64_t own = 1;    ///< of our backends
  std::int64_t peers = 1;  ///< of the libraries: several of them spin, so more than the free cores take seconds
};

/// The backends that run here; those that do not are printed with their reason. Libraries keep one number of threads
/// for the whole process: call it once per test program.
/// A kernel variant of a backend is a further candidate: add it in candidates_here.cpp.
std::vector<Candidate> make_candidates(const Threads& threads);

/// Computes by the given way; the packed ones pack A or B first.
void compute(const Candidate& candidate, Call call, const GemmProblem& problem, const GemmOperands& operands);

/// Empty when the candidate takes the problem this way.
std::string refuses(const Candidate& candidate, Call call, const GemmProblem& problem);

}  // namespace mikpoly::test
