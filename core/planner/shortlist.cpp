#include "core/planner/shortlist.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cost/trimmed_makespan.hpp"
#include "core/planner/candidates.hpp"
#include "core/planner/planner.hpp"
#include "core/planner/trimmed_times.hpp"

namespace mikpoly {
namespace {

// Collects plans within the factor of the least seen so far.
class Collector {
 public:
  Collector(const TrimmedMakespan& model, const GemmShape& shape, double factor)
      : model_(model), shape_(shape), factor_(factor) {}

  void begin(std::string_view pattern) { pattern_ = pattern; }

  [[nodiscard]] Cost bound() const {
    const double limit = factor_ * static_cast<double>(least_.count);
    return static_cast<Cost>(std::min(limit, static_cast<double>(kNoCost - 1))) + 1;
  }
  [[nodiscard]] bool useless(std::int64_t /*kernel*/) const { return false; }

  void visit(const Filling& filling) {
    Plan plan = plan_of(shape_, pattern_, filling);
    plan.predicted = model_.cost(plan);
    if (plan.predicted.count >= bound()) return;
    least_ = std::min(least_, plan.predicted);
    plans_.push_back(std::move(plan));
  }

  [[nodiscard]] std::vector<Plan> cheapest_first() && {
    std::erase_if(plans_, [&](const Plan& plan) { return plan.predicted.count >= bound(); });
    std::stable_sort(plans_.begin(), plans_.end(),
                     [](const Plan& a, const Plan& b) { return a.predicted < b.predicted; });
    return std::move(plans_);
  }

 private:
  const TrimmedMakespan& model_;
  GemmShape shape_;
  double factor_;
  std::string_view pattern_;
  Picoseconds least_{kNoCost};
  std::vector<Plan> plans_;
};

// What a region's tasks are: kernel code, k block, extents of a full task.
using TaskForm = std::tuple<std::string_view, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

// A plan as what is computed, not how it is written.
std::vector<TaskForm> program_of(const Plan& plan, const KernelLibrary& library) {
  std::vector<TaskForm> forms;
  for (const PlannedRegion& planned : plan.regions()) {
    const Region& region = planned.region;
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
    forms.emplace_back(kernel.variant, kernel.tile.k, std::min(kernel.tile.m, region.m.size()),
                       std::min(kernel.tile.n, region.n.size()), region.m.end, region.n.end);
  }
  return forms;
}

// One kernel on both sides of a cut at a whole tile: the tasks of pattern I.
bool cuts_nothing(const Plan& plan, const KernelLibrary& library) {
  if (plan.region_count != 2 || plan.storage[0].kernel != plan.storage[1].kernel) return false;
  const TileShape& tile = library.kernels[static_cast<std::size_t>(plan.storage[0].kernel)].tile;
  const Region& first = plan.storage[0].region;
  const bool by_rows = first.m.size() < plan.shape.m;
  return by_rows ? first.m.size() % tile.m == 0 : first.n.size() % tile.n == 0;
}

std::int64_t candidates_of(const RegionCosts& work, const GemmShape& shape, Cut cut) {
  if (cut == Cut::none) return work.tile_count();
  std::int64_t positions = 0;
  for (std::int64_t i = 0; i < work.tile_count(); ++i) {
    const SplitPositions found = positions_of(work, i, cut, {{0, shape.m}, {0, shape.n}});
    positions += std::ssize(found.all());
  }
  return positions * work.tile_count();
}

}  // namespace

Shortlist shortlist(const Accelerator& accelerator, const KernelLibrary& library,
                    const std::vector<std::string>& patterns, const GemmShape& shape, const ShortlistLimits& limits) {
  ensure(library.trimmed(), "a shortlist is of a library with trimmed kernels");
  const TileClasses classes = tile_classes(accelerator, library, false);
  const TrimmedMakespan model(accelerator, library, false);
  const TrimmedTimes times(library, shape.k);
  const RegionCosts work(classes, shape, Charge::work, {}, times);
  Collector collector(model, shape, limits.factor);
  Shortlist list;
  for (const std::string& name : patterns) {
    const PolymerizationPattern& pattern = find_pattern(name);
    const PatternNode& root = pattern.node(pattern.root);
    if (root.regions > 2) {
      throw ConfigError(fmt::format("pattern \"{}\" has more than one cut; a shortlist is over I, II and III", name));
    }
    list.candidates += candidates_of(work, shape, root.cut);
    collector.begin(pattern.name);
    visit_single_cut(work, shape, root, collector);
  }
  std::set<std::vector<TaskForm>> seen;
  for (Plan& plan : std::move(collector).cheapest_first()) {
    if (cuts_nothing(plan, library) || !seen.insert(program_of(plan, library)).second) continue;
    if (list.plans.size() < limits.most) list.plans.push_back(std::move(plan));
    ++list.near;
  }
  return list;
}

}  // namespace mikpoly
