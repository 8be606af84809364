#include "backends/engine/layout_planner.hpp"

#include <utility>

namespace mikpoly {
namespace {

// Plans kept per layout: some hundred bytes each.
constexpr std::int64_t kPlansKept = 1024;

KernelLibrary accepted(const KernelLibrary& library, const cpu::CanonicalProblem& problem) {
  KernelLibrary kept = library;
  std::erase_if(kept.kernels, [&](const MicroKernel& kernel) {
    return !cpu::accepts(cpu::find_cpu_kernel(kernel.variant), problem);
  });
  return kept;
}

}  // namespace

LayoutPlanner::LayoutPlanner(Accelerator accelerator, const KernelLibrary& library,
                             const cpu::CanonicalProblem& problem, const Choice& choice, ThreadPool& pool)
    : accelerator_(std::move(accelerator)),
      library_(accepted(library, problem)),
      planner_(make_planner(choice.selector, accelerator_, library_, choice.patterns)),
      executor_(library_, pool),
      cache_(kPlansKept) {}

Plan LayoutPlanner::plan(const GemmShape& shape) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return planner_->plan(shape);
  if (const Plan* known = cache_.find(shape)) return *known;
  const Plan plan = planner_->plan(shape);
  cache_.insert(shape, plan);
  return plan;
}

}  // namespace mikpoly
