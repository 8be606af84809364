#include "backends/engine/engine_parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/packed_panels.hpp"
#include "backends/cpu/small_gemm.hpp"
#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/pattern/pattern.hpp"

namespace mikpoly {
namespace {

// The extent of the other operand that a packed one is laid out for.
constexpr std::int64_t kOtherExtent = 32;

// Of any problem of an operand layout.
constexpr GemmShape kProbe{64, 64, 64};

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
  static_cast<void>(cost_models().find(options.selector));
  if (options.patterns.empty()) throw ConfigError("no pattern given; an engine plans with one or more of I to IX");
  for (const std::string& pattern : options.patterns) static_cast<void>(find_pattern(pattern));
  machine_.pe.count = pool_.threads();
  if (options.pinned) pool_.pin();
}

std::size_t EngineParts::position_of(const CanonicalProblem& problem, std::size_t layout) const {
  if (problem.packed_height != 0) {
    const auto& heights = functions_.tile_rows;
    const auto panel = std::find(heights.begin(), heights.end(), problem.packed_height) - heights.begin();
    return kPackedA + kPanels * layout + static_cast<std::size_t>(panel);
  }
  const std::size_t a_along_m = problem.a.column != 1 ? 1 : 0;
  if (problem.packed_width != 0) {
    return kPackedB + 2 * static_cast<std::size_t>(problem.packed_width / functions_.width - 1) + a_along_m;
  }
  return 4 * layout + (problem.deterministic ? std::size_t{2} : std::size_t{0}) + a_along_m;
}

LayoutPlanner& EngineParts::planner_of(const CanonicalProblem& problem) {
  const std::size_t layout = cpu::operand_layout(problem, machine_.memory.front().capacity.count);
  const std::size_t at = position_of(problem, layout);
  std::call_once(once_[at], [&] {
    planners_[at] = std::make_unique<LayoutPlanner>(machine_, libraries_.of(layout), problem,
                                                    LayoutPlanner::Choice{options_.selector, options_.patterns}, pool_);
    made_[at].store(planners_[at].get(), std::memory_order_release);
  });
  return *planners_[at];
}

PlanCacheCounts EngineParts::plan_counts() {
  PlanCacheCounts all;
  for (const std::atomic<LayoutPlanner*>& made : made_) {
    if (LayoutPlanner* const planner = made.load(std::memory_order_acquire)) all += planner->plan_counts();
  }
  return all;
}

bool EngineParts::needs_plan(const CanonicalProblem& problem) const {
  if (problem.shape.empty() || problem.shape.k == 0) return false;
  return !cpu::is_small(problem.shape) || (problem.shape.batch > 1 && pool_.threads() > 1);
}

bool EngineParts::reads_packed(const CanonicalProblem& problem) {
  const auto has_kernel = [](const KernelLibrary& library, const CanonicalProblem& packed) {
    return std::ranges::any_of(library.kernels, [&](const MicroKernel& kernel) { return reads(kernel, packed); });
  };
  if (problem.packed_width != 0) return has_kernel(libraries_.of(cpu::kPlainLayouts), problem);
  for (std::size_t i = 0; i < cpu::kPlainLayouts; ++i) {
    CanonicalProblem other = problem;
    other.b = canonical_form(cpu::problem_of_layout(cpu::kOperandLayouts[i], kProbe)).b;
    if (!has_kernel(libraries_.of(i), other)) return false;
  }
  return true;
}

std::int64_t EngineParts::packed_height_for(const CanonicalProblem& problem) {
  std::vector<CanonicalProblem> choices;
  for (const int rows : functions_.tile_rows) choices.push_back(cpu::with_packed_a(problem, rows));
  for (CanonicalProblem& packed : choices) packed.shape.n = kOtherExtent;
  return fastest_panel(choices);
}

std::int64_t EngineParts::packed_width_for(const CanonicalProblem& problem) {
  std::vector<CanonicalProblem> choices;
  for (int vectors = 1; vectors <= cpu::kMaxTileVectors; ++vectors) {
    choices.push_back(cpu::with_packed_b(problem, std::int64_t{vectors} * functions_.width));
    choices.back().shape.m = kOtherExtent;
  }
  return fastest_panel(choices);
}

std::int64_t EngineParts::fastest_panel(const std::vector<CanonicalProblem>& choices) {
  std::int64_t best = 0;
  Picoseconds least;
  for (const CanonicalProblem& packed : choices) {
    if (!reads_packed(packed)) continue;
    const Picoseconds time = planner_of(packed).plan(packed.shape).predicted;
    if (best != 0 && time >= least) continue;
    best = std::max(packed.packed_height, packed.packed_width);
    least = time;
  }
  if (best == 0) throw BackendUnavailable("the kernel libraries have no kernels that read packed panels");
  return best;
}

}  // namespace mikpoly
