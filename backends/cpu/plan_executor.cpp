#include "backends/cpu/plan_executor.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "backends/cpu/split.hpp"
#include "backends/cpu/task_deal.hpp"
#include "backends/cpu/wide_parts.hpp"
#include "core/base/error.hpp"
#include "core/plan/stream_k.hpp"

namespace mikpoly::cpu {
namespace {

/// The tasks of a region, numbered from `first`: down the rows, then the columns, then the batch.
struct RegionWork {
  Region region;
  const CpuKernel* kernel = nullptr;
  TileShape tile;
  std::int64_t first = 0;
  std::int64_t rows = 0;          ///< tasks along m
  std::int64_t columns = 0;       ///< tasks along n
  float* sums = nullptr;          ///< split k: where the region's product goes, tight; else null
  std::optional<EvenSplit> wide;  ///< of the columns, where they are not cut as planned

  [[nodiscard]] std::int64_t count() const { return rows * columns * region.batch.size(); }

  /// Multiply-adds of a task in the mean.
  [[nodiscard]] double macs() const {
    const auto area = static_cast<double>(region.m.size()) * static_cast<double>(region.n.size());
    return area / static_cast<double>(rows * columns) * static_cast<double>(region.k.size());
  }

  /// Cuts a single row of tiles anew, see wide_parts().
  void widen(std::int64_t threads, std::int64_t packed_width) {
    const std::int64_t unit = packed_width != 0 ? packed_width : kernel->functions->width;
    wide = EvenSplit::into(wide_parts(region.n.size(), columns, threads), region.n.size(), unit);
    columns = wide->parts();
  }

  [[nodiscard]] Range columns_of(std::int64_t index) const {
    if (wide) return shifted(wide->part(index), region.n.begin);
    const std::int64_t begin = region.n.begin + index * tile.n;
    return {begin, std::min(begin + tile.n, region.n.end)};
  }
};

}  // namespace

struct PlanExecutor::Work {
  const CanonicalProblem& problem;
  const GemmOperands& operands;
  std::int64_t threads = 0;  ///< that each region has for itself; 0: they have others to run too
  std::array<RegionWork, kMaxRegions> regions;
  std::size_t region_count = 0;
  std::int64_t task_count = 0;

  void add(const PlannedRegion& planned, const BoundKernel& bound, float* sums) {
    RegionWork tasks{.region = planned.region, .kernel = bound.kernel, .tile = bound.tile};
    tasks.rows = ceil_div(planned.region.m.size(), bound.tile.m);
    tasks.columns = ceil_div(planned.region.n.size(), bound.tile.n);
    tasks.sums = sums;
    if (threads > 0 && tasks.rows == 1) tasks.widen(threads, problem.packed_width);
    regions[region_count++] = tasks;
  }

  /// Numbers the tasks: regions with the largest tasks first, near to the order that the cost model has. A long task
  /// that begins last keeps the other workers waiting.
  void number() {
    const std::span<RegionWork> all(regions.data(), region_count);
    std::ranges::sort(all, std::ranges::greater{}, &RegionWork::macs);
    for (RegionWork& tasks : all) {
      tasks.first = task_count;
      task_count += tasks.count();
    }
  }

  void run(std::int64_t task, WorkerMemory& memory) const {
    std::size_t at = 0;
    while (at + 1 < region_count && task >= regions[at + 1].first) ++at;
    const RegionWork& tasks = regions[at];
    const std::int64_t index = task - tasks.first;
    const Region& region = tasks.region;
    const std::int64_t row = region.m.begin + index % tasks.rows * tasks.tile.m;
    const std::int64_t batch = region.batch.begin + index / (tasks.rows * tasks.columns);
    CanonicalGemm gemm = batch_element(problem, operands, batch);
    const Range rows{row, std::min(row + tasks.tile.m, region.m.end)};
    const Range columns = tasks.columns_of(index / tasks.rows % tasks.columns);
    const Blocking blocking = blocking_of(tasks.tile);
    if (tasks.sums == nullptr) return run_task(*tasks.kernel, blocking, gemm, rows, columns, memory);
    // The region alone, written tight into its own sums.
    gemm.a.data = gemm.a.at(region.m.begin, region.k.begin);
    gemm.b.data = gemm.b.at(region.k.begin, region.n.begin);
    gemm.shape.k = region.k.size();
    gemm.d = tasks.sums + (batch - region.batch.begin) * region.m.size() * region.n.size();
    gemm.d_row = region.n.size();
    gemm.finish = {};
    gemm.plain = true;
    gemm.accumulate = false;
    run_task(*tasks.kernel, blocking, gemm, {rows.begin - region.m.begin, rows.end - region.m.begin},
             {columns.begin - region.n.begin, columns.end - region.n.begin}, memory);
  }
};

PlanExecutor::PlanExecutor(const KernelLibrary& library, ThreadPool& pool) : pool_(pool) {
  for (const MicroKernel& kernel : library.kernels) {
    const CpuKernel& found = find_cpu_kernel(kernel.variant);
    if (!runs_here(found.functions->name)) {
      throw BackendUnavailable(fmt::format("kernel \"{}\" needs {}, which this processor does not have; it has {}",
                                           kernel.id, found.functions->name, best_isa()));
    }
    kernels_.push_back({&found, kernel.tile});
  }
}

std::string PlanExecutor::unsupported(const CanonicalProblem& problem, const Plan& plan) const {
  if (stream_k_grid(plan.allocation) > 0) return "the cpu deals whole tasks to its threads, not parts of them";
  for (const PlannedRegion& planned : plan.regions()) {
    if (problem.deterministic && planned.region.k.size() != problem.shape.k) {
      return "the plan splits k, which a deterministic product does not";
    }
    if (planned.k_parts != 1) return "the cpu splits k by regions, not by parts of one";
    const CpuKernel& kernel = *kernels_[static_cast<std::size_t>(planned.kernel)].kernel;
    if (accepts(kernel, problem)) continue;
    return fmt::format("kernel {} reads {}, which it does not lie", kernel.name,
                       kernel.family == Family::dot ? "A along k" : "B along n");
  }
  return "";
}

std::int64_t PlanExecutor::threads_of_region(const Plan& plan) const {
  const bool alone = plan.region_count == 1 && plan.shape.batch == 1;
  return alone || pool_.threads() == 1 ? pool_.threads() : 0;
}

void PlanExecutor::run_tasks(Work& work) const {
  work.number();
  if (work.task_count == 1 || pool_.threads() == 1) {
    WorkerMemory& memory = worker_memory();
    for (std::int64_t task = 0; task < work.task_count; ++task) work.run(task, memory);
    return;
  }
  const std::int64_t workers = std::min(pool_.threads(), work.task_count);
  TaskDeal deal(work.task_count, workers);
  pool_.run(
      workers,
      [&](std::int64_t worker, std::int64_t) {
        WorkerMemory& memory = worker_memory();
        deal.play(worker, [&](std::int64_t task) { work.run(task, memory); });
      },
      Attendance::who_comes_now);
}

void PlanExecutor::run(const CanonicalProblem& problem, const Plan& plan, const GemmOperands& operands) const {
  if (problem.shape.empty()) return;
  if (problem.shape.k == 0 || operands.alpha == 0.0) return finish_without_product(problem, operands);
  Work work{.problem = problem, .operands = operands, .threads = threads_of_region(plan), .regions = {}};
  for (const PlannedRegion& planned : plan.regions()) {
    if (planned.region.k.size() != problem.shape.k) return run_split(problem, plan, operands);
    work.add(planned, kernels_[static_cast<std::size_t>(planned.kernel)], nullptr);
  }
  run_tasks(work);
}

void PlanExecutor::run_split(const CanonicalProblem& problem, const Plan& plan, const GemmOperands& operands) const {
  const auto elements = [](const Region& region) { return region.m.size() * region.n.size() * region.batch.size(); };
  const auto [m, n, k, batch] = problem.shape;
  std::int64_t total = m * n;  // the sums of all k, one batch element at a time
  for (const PlannedRegion& planned : plan.regions()) total += elements(planned.region);
  const auto workspace = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(total));
  Work work{.problem = problem, .operands = operands, .threads = threads_of_region(plan), .regions = {}};
  float* free = workspace.get() + m * n;
  for (const PlannedRegion& planned : plan.regions()) {
    work.add(planned, kernels_[static_cast<std::size_t>(planned.kernel)], free);
    free += elements(planned.region);
  }
  run_tasks(work);

  std::array<std::size_t, kMaxRegions> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(work.region_count),
      [&](std::size_t x, std::size_t y) { return work.regions[x].region.k.begin < work.regions[y].region.k.begin; });
  for (std::int64_t b = 0; b < batch; ++b) {
    float* sums = workspace.get();
    std::fill_n(sums, m * n, 0.0F);
    for (std::size_t i = 0; i < work.region_count; ++i) {
      const RegionWork& part = work.regions[order[i]];
      const Region& region = part.region;
      if (b < region.batch.begin || b >= region.batch.end) continue;
      const float* from = part.sums + (b - region.batch.begin) * region.m.size() * region.n.size();
      for (std::int64_t row = region.m.begin; row < region.m.end; ++row) {
        float* to = sums + row * n + region.n.begin;
        for (std::int64_t j = 0; j < region.n.size(); ++j) to[j] += *from++;
      }
    }
    const CanonicalGemm gemm = batch_element(problem, operands, b);
    kernels_.front().kernel->functions->finish(gemm.finish, {sums, n, gemm.d, gemm.d_row, m, n});
  }
}

WorkerMemory& worker_memory() {
  static thread_local WorkerMemory memory;
  return memory;
}

}  // namespace mikpoly::cpu
