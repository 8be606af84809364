#include "core/planner/split_k_planner.hpp"

#include <array>
#include <utility>

#include "core/cost/cost_models.hpp"
#include "core/planner/fixed_tile.hpp"
#include "core/planner/planned.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

constexpr std::array<std::int64_t, 7> kParts{2, 3, 4, 6, 8, 12, 16};

}  // namespace

SplitKPlanner::SplitKPlanner(std::unique_ptr<Planner> unsplit, const Accelerator& accelerator,
                             const KernelLibrary& library)
    : accelerator_(accelerator),
      library_(library),
      unsplit_(std::move(unsplit)),
      model_(cost_models().find("makespan")(accelerator, library)) {}

Plan SplitKPlanner::plan(const GemmShape& shape) const {
  Plan best = unsplit_->plan(shape);
  if (shape.empty()) return best;
  best.predicted = model_->cost(best);
  for (std::size_t kernel = 0; kernel < library_.kernels.size(); ++kernel) {
    const MicroKernel& candidate = library_.kernels[kernel];
    const Region whole{{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}};
    // Tiles that fill the machine gain nothing.
    if (task_count(whole, candidate.tile) >= accelerator_.pe.count * candidate.resources.occupancy) continue;
    for (const std::int64_t parts : kParts) {
      if (parts > candidate.steps(shape.k)) break;
      Plan split = single_tile_plan(shape, static_cast<std::int64_t>(kernel), parts);
      split.predicted = model_->cost(split);
      if (split.predicted < best.predicted) best = split;
    }
  }
  return best;
}

// Kernels that trim their edges run in an engine that splits k by regions: their plans stay as they are.
std::unique_ptr<Selector> make_split_k(const SelectorContext& context) {
  auto unsplit = make_planner("makespan", context.accelerator, context.library, context.patterns);
  if (context.library.trimmed()) return make_planned(std::move(unsplit));
  return make_planned(std::make_unique<SplitKPlanner>(std::move(unsplit), context.accelerator, context.library));
}

}  // namespace mikpoly
