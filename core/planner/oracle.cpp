// ORACLE: the plan with the least judged time over the planner's own candidate space.
//
// Patterns with at most one cut: every candidate whose proven lower bound is below the best time is judged. Beyond,
// the kCheapestFew plans with the least work per pattern are judged first, and what each cost model would choose; then
// all that the search for plans that are faster cannot rule out (deep_search.hpp), as far as the budget of steps goes.
// Where it ends before, the pattern's least work and the operands' traffic are proven bounds on all its plans, and
// `gap` says how far the best time lies above them.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/candidates.hpp"
#include "core/planner/deep_search.hpp"
#include "core/planner/planner.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {
namespace {

// What a bound on a whole plan and a judgement cost, in steps: about as much longer as they take, measured in
// core/decisions/oracle_search.md.
constexpr std::int64_t kBoundSteps = 16;
constexpr std::int64_t kJudgeSteps = 256;

class OracleSearch {
 public:
  OracleSearch(const SelectorContext& context, const TileClasses& classes, const GemmShape& shape)
      : context_(context),
        judge_(*context.judge),
        shape_(shape),
        work_(classes, shape, Charge::work,
              [&](std::int64_t kernel) {  // a PE's, however many tasks share it
                const std::int64_t residents = kernel_of(kernel).resources.occupancy;
                return judge_.least_task_time(kernel, shape.k).count * residents;
              }),
        budget_{context.settings.oracle_budget} {}

  void try_plan(const Plan& plan) {
    const Picoseconds time = judge_.judge(plan).median;
    if (found() && time >= time_) return;
    time_ = time;
    best_ = plan;
  }

  void try_pattern(const PolymerizationPattern& pattern) {
    const PatternNode& root = pattern.node(pattern.root);
    if (root.regions > 2) return try_cheapest(pattern);
    waiting_.clear();
    pattern_ = pattern.name;
    visit_single_cut(work_, shape_, root, *this);
    std::sort(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) { return a.bound < b.bound; });
    for (const Waiting& each : waiting_) {
      if (found() && each.bound >= time_) break;
      try_plan(plan_of(shape_, pattern.name, each.filling));
    }
  }

  // What is left of a pattern with several cuts, once all patterns have been tried: leading kernels in the order of the
  // least work that they leave possible. Where the budget ends, that is the bound on all that follow.
  void search_deep(const PolymerizationPattern& pattern) {
    std::vector<Filling> led(context_.library.kernels.size());
    led.resize(CutSearch(work_, pattern).cheapest_few(whole(), bound(), led));
    if (led.empty()) return;  // proven: no plan of the pattern can be better
    ShareBounds bounds = bounds_now();
    Picoseconds bounded_at = time_;
    for (const Filling& least : led) {
      if (least.cost >= bound()) return;
      if (time_ < bounded_at) {  // tighter now
        bounds = bounds_now();
        bounded_at = time_;
      }
      if (judge_all(pattern, least.parts[0].kernel, bounds)) continue;
      least_unexplored_ = std::min(least_unexplored_, Picoseconds{least.cost} + judge_.fixed_time());
      return;
    }
  }

  // For visit_single_cut: work from which a plan cannot be better than the best one.
  [[nodiscard]] Cost bound() const { return found() ? (time_ - judge_.fixed_time()).count : kNoCost; }

  [[nodiscard]] bool useless(std::int64_t /*kernel*/) const { return false; }

  void visit(const Filling& filling) {
    const Picoseconds bound = judge_.lower_bound(plan_of(shape_, pattern_, filling), time_);
    if (!found() || bound < time_) waiting_.push_back({bound, filling});
  }

  [[nodiscard]] bool found() const { return best_.region_count > 0; }
  [[nodiscard]] Selection result() const {
    const Picoseconds unexplored = std::min(time_, std::max(least_unexplored_, judge_.least_time(shape_)));
    const double gap =
        time_.count == 0 ? 0.0 : 1.0 - static_cast<double>(unexplored.count) / static_cast<double>(time_.count);
    return {.plan = best_, .gap = gap};
  }

 private:
  struct Waiting {
    Picoseconds bound;
    Filling filling;
  };

  [[nodiscard]] Rect whole() const { return {{0, shape_.m}, {0, shape_.n}}; }
  [[nodiscard]] const MicroKernel& kernel_of(std::int64_t kernel) const {
    return context_.library.kernels[static_cast<std::size_t>(kernel)];
  }

  void try_cheapest(const PolymerizationPattern& pattern) {
    std::array<Filling, kCheapestFew> few;
    const std::size_t count = CutSearch(work_, pattern).cheapest_few(whole(), bound(), few);
    for (std::size_t i = 0; i < count; ++i) {
      const Plan plan = plan_of(shape_, pattern.name, few[i]);
      if (!found() || judge_.lower_bound(plan, time_) < time_) try_plan(plan);
    }
  }

  [[nodiscard]] ShareBounds bounds_now() const {
    std::vector<CutLeader> kernels;
    const std::int64_t pes = context_.accelerator.pe.count;
    for (const MicroKernel& kernel : context_.library.kernels) {
      kernels.push_back({kernel.tile.m, kernel.tile.n, pes * kernel.resources.occupancy});
    }
    return {judge_, std::move(kernels), pes, shape_, time_};
  }

  // Whether every plan of the pattern with this leading kernel has been judged or ruled out.
  bool judge_all(const PolymerizationPattern& pattern, std::int64_t leader, ShareBounds& bounds) {
    if (context_.library.trimmed() || budget_.spent()) return false;  // trimmed tasks have no least share
    DeepSearch search(bounds, pattern, whole(), budget_);
    return search.each_led_by(leader, [&](const Filling& filling) {
      const Plan plan = plan_of(shape_, pattern.name, filling);
      budget_.left -= kBoundSteps;
      if (judge_.lower_bound(plan, time_) >= time_) return true;
      budget_.left -= kJudgeSteps;
      try_plan(plan);
      return true;
    });
  }

  const SelectorContext& context_;
  const PlanJudge& judge_;
  GemmShape shape_;
  RegionCosts work_;
  std::string_view pattern_;
  std::vector<Waiting> waiting_;
  Plan best_;
  Picoseconds time_{kNoCost};
  Picoseconds least_unexplored_{kNoCost};
  StepBudget budget_;
};

class Oracle final : public Selector {
 public:
  explicit Oracle(const SelectorContext& context)
      : context_(context), classes_(tile_classes(context.accelerator, context.library, false)) {
    for (const std::string& name : context.patterns) patterns_.push_back(&find_pattern(name));
    for (const std::string& model : cost_models().names()) {
      guesses_.push_back(make_planner(model, context.accelerator, context.library, context.patterns));
    }
  }

  Selection select(const GemmShape& shape) const override {
    if (shape.empty()) return {.plan = guesses_.front()->plan(shape), .gap = 0.0};
    OracleSearch search(context_, classes_, shape);
    for (const auto& guess : guesses_) search.try_plan(guess->plan(shape));
    for (const PolymerizationPattern* pattern : patterns_) search.try_pattern(*pattern);
    for (const PolymerizationPattern* pattern : patterns_) {
      if (pattern->region_count() > 2) search.search_deep(*pattern);
    }
    return search.result();
  }

 private:
  SelectorContext context_;
  TileClasses classes_;
  std::vector<std::unique_ptr<Planner>> guesses_;  // good plans first make the bounds bite
  std::vector<const PolymerizationPattern*> patterns_;
};

}  // namespace

std::unique_ptr<Selector> make_oracle(const SelectorContext& context) {
  ensure(context.judge != nullptr, "an oracle needs a judge");
  return std::make_unique<Oracle>(context);
}

// The best single tile: the oracle of pattern I.
std::unique_ptr<Selector> make_best_tile(const SelectorContext& context) {
  SelectorContext single = context;
  single.patterns = {"I"};
  return make_oracle(single);
}

}  // namespace mikpoly
