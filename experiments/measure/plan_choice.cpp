#include "experiments/measure/plan_choice.hpp"

#include <utility>

#include "experiments/engine/engine_selectors.hpp"
#include "experiments/measure/measured_oracle.hpp"
#include "experiments/measure/sampler.hpp"

namespace mikpoly::lab {
namespace {

template <typename Choose>
PlanChoice timed(Choose choose) {
  const Clock clock = steady_clock();
  const std::int64_t begin = clock();
  Plan plan = choose();
  return {.plan = std::move(plan), .planning = Picoseconds{(clock() - begin) * 1000}};
}

}  // namespace

PlanChoice choose_plan(Engine& engine, const GemmProblem& problem, const std::string& selector,
                       const std::vector<std::string>& patterns, const std::atomic<int>* stop) {
  const SelectorFactory make = find_engine_selector(selector);
  if (problem.shape.empty() || problem.shape.k == 0) return timed([&] { return engine.plan_for(problem); });
  if (selector == "oracle") return timed([&] { return MeasuredOracle(engine, problem, patterns).search(stop).plan; });
  if (selector == "best-tile") return timed([&] { return MeasuredOracle(engine, problem, {"I"}).search(stop).plan; });
  const SelectorContext context{
      .accelerator = engine.machine(), .library = engine.library_for(problem), .patterns = patterns};
  const std::unique_ptr<Selector> made = make(context);
  return timed([&] { return accepted_plan(made->select(engine.planned_shape(problem)), selector); });
}

}  // namespace mikpoly::lab
