#include "backends/engine/layout_planner.hpp"

#include <algorithm>
#include <utility>

#include "core/cost/cost_models.hpp"
#include "core/planner/split_k.hpp"

namespace mikpoly {
namespace {

// Plans kept per layout: some hundred bytes each.
constexpr std::int64_t kPlansKept = 1024;

// A k range of a split is a multiple of this: a cache line of A that lies along k.
constexpr std::int64_t kSplitGranule = 16;

// Tasks begin where tiles do: with packed operands that must be where a panel begins.
bool cuts_at_panels(const TileShape& tile, const CanonicalProblem& problem) {
  const bool rows = problem.packed_height == 0 || tile.m % problem.packed_height == 0;
  const bool columns = problem.packed_width == 0 || tile.n % problem.packed_width == 0;
  return rows && columns;
}

KernelLibrary accepted(const KernelLibrary& library, const CanonicalProblem& problem) {
  KernelLibrary kept = library;
  std::erase_if(kept.kernels, [&](const MicroKernel& kernel) { return !reads(kernel, problem); });
  return kept;
}

std::int64_t tasks_of(const Plan& plan, const KernelLibrary& library) {
  std::int64_t tasks = 0;
  for (const PlannedRegion& planned : plan.regions()) {
    tasks += task_count(planned, library.kernels[static_cast<std::size_t>(planned.kernel)].tile);
  }
  return tasks;
}

}  // namespace

bool reads(const MicroKernel& kernel, const CanonicalProblem& problem) {
  return cuts_at_panels(kernel.tile, problem) && cpu::accepts(cpu::find_cpu_kernel(kernel.variant), problem);
}

LayoutPlanner::LayoutPlanner(Accelerator accelerator, const KernelLibrary& library, const CanonicalProblem& problem,
                             const Choice& choice, ThreadPool& pool)
    : accelerator_(std::move(accelerator)),
      library_(accepted(library, problem)),
      splits_k_(!problem.deterministic && !problem.is_packed() && accelerator_.pe.count > 1),
      planner_(make_planner(choice.selector, accelerator_, library_, choice.patterns)),
      makespan_(cost_models().find("makespan")(accelerator_, library_)),
      executor_(library_, pool),
      cache_(kPlansKept) {}

// Zeroing the sums, adding every part to them and finishing them, by one worker.
Picoseconds LayoutPlanner::adding_up(const Plan& split) const {
  const double outputs = static_cast<double>(split.shape.m * split.shape.n) * static_cast<double>(split.shape.batch);
  const double bytes = 4.0 * outputs * static_cast<double>(2 * split.region_count + 3);
  return accelerator_.to_time({bytes / accelerator_.memory.front().read_per_pe});
}

Plan LayoutPlanner::planned(const GemmShape& shape) const {
  const Plan plan = planner_->plan(shape);
  const std::int64_t workers = accelerator_.pe.count;
  if (!splits_k_ || tasks_of(plan, library_) >= workers) return plan;
  Plan split = split_k(plan, std::min(workers, kMaxRegions), kSplitGranule);
  if (split.region_count == 1) return plan;
  split.predicted = predicted(split);
  return split.predicted < predicted(plan) ? split : plan;
}

Picoseconds LayoutPlanner::predicted(const Plan& plan) const {
  const auto regions = plan.regions();
  const bool splits = std::any_of(regions.begin(), regions.end(), [&](const PlannedRegion& planned) {
    return planned.region.k.size() != plan.shape.k;
  });
  return makespan_->cost(plan) + (splits ? adding_up(plan) : Picoseconds{});
}

PlanCacheCounts LayoutPlanner::plan_counts() {
  const std::scoped_lock lock(mutex_);
  PlanCacheCounts counts = cache_.counts();
  counts.misses += beside_;
  return counts;
}

Plan LayoutPlanner::plan(const GemmShape& shape) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) {
    beside_.fetch_add(1, std::memory_order_relaxed);
    return planned(shape);
  }
  if (const Plan* known = cache_.find(shape)) return *known;
  const Plan plan = planned(shape);
  cache_.insert(shape, plan);
  return plan;
}

}  // namespace mikpoly
