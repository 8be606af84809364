#include "backends/engine/engine_parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/small_gemm.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

const cpu::KernelFunctions& functions_of(std::string_view isa) {
  std::set<std::string> known;
  for (const cpu::CpuKernel& kernel : cpu::cpu_kernels()) {
    if (kernel.functions->name == isa) return *kernel.functions;
    known.insert(std::string(kernel.functions->name));
  }
  throw ConfigError(fmt::format("unknown instruction set \"{}\"; known: {}", isa, fmt::join(known, ", ")));
}

std::string checked_isa(const std::string& wanted) {
  if (wanted.empty()) return std::string(cpu::best_isa());
  functions_of(wanted);
  if (cpu::runs_here(wanted)) return wanted;
  throw BackendUnavailable(
      fmt::format("instruction set \"{}\" is not on this processor; it has {}", wanted, cpu::best_isa()));
}

}  // namespace

EngineParts::EngineParts(const EngineOptions& options)
    : options_(options),
      isa_(checked_isa(options.isa)),
      functions_(functions_of(isa_)),
      pool_(options.threads),
      libraries_(isa_, options.library),
      machine_(libraries_.hardware().accelerator) {
  machine_.pe.count = pool_.threads();
  if (options.pinned) pool_.pin();
}

LayoutPlanner& EngineParts::planner_of(const cpu::CanonicalProblem& problem) {
  const std::size_t a_along_m = problem.a.column != 1 ? 1 : 0;
  const bool is_packed = problem.packed_width != 0;
  const std::size_t layout = is_packed ? 0 : cpu::operand_layout(problem, machine_.memory.front().capacity.count);
  std::size_t at = 4 * layout + (problem.deterministic ? std::size_t{2} : std::size_t{0}) + a_along_m;
  if (is_packed) {
    at = kPlainPlanners + 2 * static_cast<std::size_t>(problem.packed_width / functions_.width - 1) + a_along_m;
  }
  std::call_once(once_[at], [&] {
    planners_[at] = std::make_unique<LayoutPlanner>(machine_, libraries_.of(layout), problem,
                                                    LayoutPlanner::Choice{options_.selector, options_.patterns}, pool_);
  });
  return *planners_[at];
}

bool EngineParts::needs_plan(const cpu::CanonicalProblem& problem) const {
  if (problem.shape.empty() || problem.shape.k == 0) return false;
  return !cpu::is_small(problem.shape) || (problem.shape.batch > 1 && pool_.threads() > 1);
}

std::int64_t EngineParts::packed_width_for(const cpu::CanonicalProblem& problem) {
  constexpr std::int64_t kRows = 32;
  std::set<std::int64_t> widths;
  for (const MicroKernel& kernel : libraries_.of(0).kernels) {
    const cpu::CpuKernel& code = cpu::find_cpu_kernel(kernel.variant);
    if (code.family == cpu::Family::tile && code.packing.b == cpu::BAccess::as_it_lies) widths.insert(code.columns());
  }
  std::int64_t best = 0;
  Picoseconds least;
  for (const std::int64_t width : widths) {
    cpu::CanonicalProblem packed = problem;
    packed.packed_width = width;
    packed.shape.m = kRows;
    const Picoseconds time = planner_of(packed).plan(packed.shape).predicted;
    if (best != 0 && time >= least) continue;
    best = width;
    least = time;
  }
  if (best == 0) throw BackendUnavailable("the kernel library has no kernel that reads packed panels");
  return best;
}

}  // namespace mikpoly
