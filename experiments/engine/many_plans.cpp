#include "experiments/engine/many_plans.hpp"

#include <algorithm>
#include <utility>

#include "experiments/accuracy/parallel.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::size_t kShapesAtATime = 256;  // shapes that a thread takes at a time

}  // namespace

void plan_all(const Workbench& bench, const Selector& selector, std::span<const GemmShape> shapes, std::int64_t threads,
              PlanTable& table) {
  std::vector<PlanTable> parts((shapes.size() + kShapesAtATime - 1) / kShapesAtATime);
  for_each_index(
      parts.size(), 1,
      [&](std::size_t part) {
        const std::size_t begin = part * kShapesAtATime;
        for (const GemmShape& shape : shapes.subspan(begin, std::min(kShapesAtATime, shapes.size() - begin))) {
          Plan plan = selector.select(shape).plan;
          plan.predicted = bench.equation_2().cost(plan);
          parts[part].add(plan);
        }
      },
      threads);
  for (const PlanTable& part : parts) table.append(part);
}

std::vector<SimulatedPlan> simulate_all(const Workbench& bench, const PlanTable& table, std::int64_t begin,
                                        std::int64_t end, std::int64_t threads) {
  constexpr std::size_t kPlans = 16;
  std::vector<SimulatedPlan> results(static_cast<std::size_t>(end - begin));
  for_each_index(
      results.size(), kPlans,
      [&](std::size_t i) {
        const Plan plan = table.plan(begin + static_cast<std::int64_t>(i));
        if (plan.region_count == 0) return;
        sim::SimulationReport report = bench.simulator().run(plan);
        results[i] = {.time = report.time,
                      .tasks = report.tasks,
                      .waves = report.waves,
                      .tail_util = report.tail_util,
                      .pad_waste = report.pad_waste,
                      .bound_by = std::move(report.bound_by)};
      },
      threads);
  return results;
}

}  // namespace mikpoly::lab
