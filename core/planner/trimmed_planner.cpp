#include "core/planner/trimmed_planner.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/cost/trimmed_makespan.hpp"
#include "core/planner/candidates.hpp"
#include "core/planner/trimmed_times.hpp"
#include "core/planner/work_screen.hpp"

namespace mikpoly {
namespace {

// One search: a shape, its kernels' times, and the best filling so far. Of equal times, as where main memory decides,
// the filling whose schedule is shorter.
class TrimmedSearch {
 public:
  TrimmedSearch(const TrimmedMakespan& model, const TileClasses& classes, const ScreenTables& tables,
                const KernelLibrary& library, const GemmShape& shape)
      : model_(model), classes_(classes), shape_(shape), near_(model.stays_near(shape)), times_(library, shape.k) {
    if (tables.usable()) screen_.emplace(tables, shape, model.slots());
  }

  void try_pattern(const PolymerizationPattern& pattern) {
    pattern_ = pattern.name;
    const PatternNode& root = pattern.node(pattern.root);
    least_start_ = model_.start(root.regions);
    if (root.regions <= 2 && screen_) return root.cut == Cut::none ? try_whole() : try_cuts(root.cut);
    if (!work_) work_.emplace(classes_, shape_, Charge::work, AdditiveForm{}, times_);
    if (root.regions <= 2) return visit_single_cut(*work_, shape_, root, *this);
    std::array<Filling, kReranked> few;
    const std::size_t found = CutSearch(*work_, pattern).cheapest_few({{0, shape_.m}, {0, shape_.n}}, bound(), few);
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
  // The kernel with the least bound first: few others are left to look at.
  void try_whole() {
    const Rect whole{{0, shape_.m}, {0, shape_.n}};
    std::int64_t first = 0;
    for (std::int64_t i = 1; i < screen_->count(); ++i) {
      if (screen_->whole(i) < screen_->whole(first)) first = i;
    }
    const auto try_kernel = [&](std::int64_t i) { visit({0, 1, {{{whole, screen_->kernel(i)}}}}); };
    try_kernel(first);
    for (std::int64_t i = 0; i < screen_->count(); ++i) {
      if (i != first && screen_->whole(i) < static_cast<double>(bound())) try_kernel(i);
    }
  }

  void try_cuts(Cut cut) {
    const Rect whole{{0, shape_.m}, {0, shape_.n}};
    screen_->each_cut(
        cut, [&] { return static_cast<float>(bound()); },
        [&](std::int64_t position, std::int64_t leader, std::int64_t other) {
          const auto [first, second] = split(whole, cut, position);
          visit({0, 2, {{{first, screen_->kernel(leader)}, {second, screen_->kernel(other)}}}});
        });
  }

  const TrimmedMakespan& model_;
  const TileClasses& classes_;
  GemmShape shape_;
  bool near_;
  TrimmedTimes times_;
  std::optional<WorkScreen> screen_;
  std::optional<RegionCosts> work_;  // of patterns with more cuts, and of padded kernels
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
        tables_(classes_, library),
        model_(accelerator, library, bare),
        machine_(accelerator.name),
        chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    TrimmedSearch search(model_, classes_, tables_, library_, shape);
    return best_of(search, chosen_, shape, machine_);
  }

 private:
  const KernelLibrary& library_;
  TileClasses classes_;
  ScreenTables tables_;
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
