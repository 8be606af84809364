#include "core/planner/trimmed_planner.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/cost/trimmed_makespan.hpp"
#include "core/planner/candidates.hpp"
#include "core/planner/trimmed_times.hpp"

namespace mikpoly {
namespace {

// One search: a shape, its kernels' times, and the best filling so far. Of equal times, as where main memory decides,
// the filling whose schedule is shorter.
class TrimmedSearch {
 public:
  TrimmedSearch(const TrimmedMakespan& model, const TileClasses& classes, const KernelLibrary& library,
                const GemmShape& shape)
      : model_(model),
        shape_(shape),
        near_(model.stays_near(shape)),
        times_(library, shape.k),
        work_(classes, shape, Charge::work, {}, times_) {}

  void try_pattern(const PolymerizationPattern& pattern) {
    pattern_ = pattern.name;
    const PatternNode& root = pattern.node(pattern.root);
    least_start_ = model_.start(root.regions);
    if (root.regions <= 2) return visit_single_cut(work_, shape_, root, *this);
    std::array<Filling, kReranked> few;
    const std::size_t found = CutSearch(work_, pattern).cheapest_few({{0, shape_.m}, {0, shape_.n}}, bound(), few);
    for (std::size_t i = 0; i < found; ++i) visit(few[i]);
  }

  // The last slot has at least the mean work.
  [[nodiscard]] Cost bound() const { return found() ? (time_ - least_start_).count : kNoCost; }

  [[nodiscard]] bool useless(std::int64_t /*kernel*/) const { return false; }

  void visit(const Filling& filling) {
    std::array<RegionTasks, kMaxRegions> regions;
    std::int64_t tasks = 0;
    const auto count = static_cast<std::size_t>(filling.count);
    const Picoseconds limit{bound()};
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [rect, kernel] = filling.parts[i];
      regions[i] = times_.of(kernel).tasks(rect.rows.size(), rect.columns.size(), shape_.batch);
      // The last slot has at least the longest task.
      for (const TaskKind& kind : regions[i].kinds()) {
        if (kind.time > limit) return;
      }
      tasks += regions[i].count();
    }
    const Picoseconds schedule = model_.schedule({regions.data(), count});
    Picoseconds time = schedule;
    if (!near_) time = std::max(time, model_.main_memory(plan_of(shape_, pattern_, filling)));
    time = std::min(time + model_.start(tasks), Picoseconds{kLongestTime});
    if (found() && (time > time_ || (time == time_ && schedule >= schedule_))) return;
    time_ = time;
    schedule_ = schedule;
    best_ = filling;
    best_pattern_ = pattern_;
  }

  [[nodiscard]] bool found() const { return best_.count > 0; }

  [[nodiscard]] Plan best() const {
    Plan plan = plan_of(shape_, best_pattern_, best_);
    plan.predicted = time_;
    return plan;
  }

 private:
  const TrimmedMakespan& model_;
  GemmShape shape_;
  bool near_;
  TrimmedTimes times_;
  RegionCosts work_;
  std::string_view pattern_;
  Picoseconds least_start_;
  Filling best_;
  std::string_view best_pattern_;
  Picoseconds time_;
  Picoseconds schedule_;
};

class TrimmedPlanner final : public Planner {
 public:
  TrimmedPlanner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                 std::vector<const PolymerizationPattern*> chosen)
      : library_(library),
        classes_(tile_classes(accelerator, library, false)),
        model_(accelerator, library, bare),
        machine_(accelerator.name),
        chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    TrimmedSearch search(model_, classes_, library_, shape);
    for (const PolymerizationPattern* each : chosen_) search.try_pattern(*each);
    // No pattern of the set has a cut inside this shape: run it whole.
    if (!search.found()) search.try_pattern(find_pattern("I"));
    Plan plan = search.best();
    refuse_endless(shape, plan.predicted, machine_);
    return plan;
  }

 private:
  const KernelLibrary& library_;
  TileClasses classes_;
  TrimmedMakespan model_;
  std::string machine_;
  std::vector<const PolymerizationPattern*> chosen_;
};

}  // namespace

std::unique_ptr<Planner> make_trimmed_planner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                                              std::vector<const PolymerizationPattern*> chosen) {
  return std::make_unique<TrimmedPlanner>(bare, accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
