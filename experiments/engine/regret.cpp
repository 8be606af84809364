#include "experiments/engine/regret.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/cost/cost_models.hpp"
#include "core/planner/fixed_tile.hpp"
#include "experiments/engine/library_choice.hpp"

namespace mikpoly::lab {
std::optional<double> regret_of(const std::optional<RowTimes>& times, std::optional<Picoseconds> reference) {
  if (!times || !reference || times->measured.median.count <= 0 || reference->count <= 0) return std::nullopt;
  return static_cast<double>(times->measured.median.count) / static_cast<double>(reference->count);
}

std::optional<Picoseconds> time_of(std::span<const ResultRow> rows, std::string_view selector,
                                   std::string_view pattern_set) {
  for (const ResultRow& row : rows) {
    if (row.times && row.choice.selector == selector && row.choice.pattern_set == pattern_set) {
      return row.times->measured.median;
    }
  }
  return std::nullopt;
}

void score_against_oracle(std::span<ResultRow> rows, std::string_view largest_set) {
  const std::optional<Picoseconds> reference = time_of(rows, "oracle", largest_set);
  for (ResultRow& row : rows) row.score.regret = regret_of(row.times, reference);
}

SingleKernelReference::SingleKernelReference(const Accelerator& accelerator, const LibraryKey& key,
                                             const sim::SimulationOptions& options)
    : candidates_(simulated_candidates(accelerator, key).library),
      simulator_(accelerator, candidates_, options),
      makespan_(cost_models().find("makespan")(accelerator, candidates_)) {}

Picoseconds SingleKernelReference::best_time(const GemmShape& shape) const {
  if (shape.empty()) return {};
  std::vector<std::pair<Picoseconds, std::int64_t>> by_prediction;
  for (std::int64_t kernel = 0; kernel < std::ssize(candidates_.kernels); ++kernel) {
    by_prediction.emplace_back(makespan_->cost(single_tile_plan(shape, kernel)), kernel);
  }
  // Promising ones first: the earlier the best is found, the more lower bounds pass it.
  std::sort(by_prediction.begin(), by_prediction.end());
  std::optional<Picoseconds> best;
  for (const auto& [predicted, kernel] : by_prediction) {
    const Plan plan = single_tile_plan(shape, kernel);
    if (best && simulator_.lower_bound(plan, *best) >= *best) continue;
    const Picoseconds time = simulator_.judge(plan).median;
    if (!best || time < *best) best = time;
  }
  return best.value_or(Picoseconds{});
}

}  // namespace mikpoly::lab
