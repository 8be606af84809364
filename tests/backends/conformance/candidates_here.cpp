#include <cstdio>

#include <fmt/format.h>

#include "backends/engine/engine.hpp"
#include "tests/backends/conformance/candidates.hpp"
#include "tests/backends/conformance/forced_kernel.hpp"

namespace mikpoly::test {
namespace {

// The engine with the other number of threads and with every other instruction set, and each kernel by name.
void add_variants_of_cpu(std::vector<Candidate>& all, std::int64_t threads) {
  const std::int64_t other = threads == 1 ? 2 : 1;
  const auto engine = [](std::int64_t count, std::string_view isa) {
    return std::make_unique<Engine>(EngineOptions{.threads = count, .isa = std::string(isa)});
  };
  all.push_back({fmt::format("cpu on {} threads", other), engine(other, "")});
  for (const std::string_view isa : {"portable", "avx2", "avx512"}) {
    if (!cpu::runs_here(isa)) {
      fmt::print(stderr, "skipped: cpu with {}: not on this processor\n", isa);
    } else if (isa != cpu::best_isa()) {
      all.push_back({fmt::format("cpu with {}", isa), engine(threads, isa)});
    }
  }
  for (const cpu::CpuKernel& kernel : cpu::cpu_kernels()) {
    if (cpu::runs_here(kernel.functions->name)) all.push_back({kernel.name, make_forced_kernel(kernel)});
  }
}

}  // namespace

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
  add_variants_of_cpu(all, threads.own);
  return all;
}

}  // namespace mikpoly::test
