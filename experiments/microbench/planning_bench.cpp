// Planning a shape that was never planned before, and finding one that was. Mean by Google Benchmark; p50, p99 and the
// mean from a clock around each plan stand beside it (the clock itself costs some 20 ns).
#include <chrono>

#include <benchmark/benchmark.h>

#include "core/pattern/pattern.hpp"
#include "core/planner/plan_cache.hpp"
#include "core/planner/planner.hpp"
#include "experiments/microbench/workbench.hpp"

namespace {

using namespace mikpoly;
using microbench::shapes;

void plan_unseen(benchmark::State& state, const char* cost_model, const char* pattern_set) {
  const auto planner = make_planner(cost_model, microbench::npu().accelerator, microbench::npu().library,
                                    parse_pattern_set(pattern_set));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(planner->plan(shapes()[at]));
    at = (at + 1) % shapes().size();
  }
  std::vector<double> samples;
  for (const GemmShape& shape : shapes()) {
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(planner->plan(shape));
    samples.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  state.counters["p50_us"] = microbench::quantile(samples, 0.50);
  state.counters["p99_us"] = microbench::quantile(samples, 0.99);
}

void find_cached(benchmark::State& state) {
  const auto planner = make_planner("mikpoly", microbench::npu().accelerator, microbench::npu().library, {"I", "II"});
  PlanCache cache;
  for (const GemmShape& shape : shapes()) cache.insert(shape, planner->plan(shape));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cache.find(shapes()[at]));
    at = at + 1 == shapes().size() ? 0 : at + 1;
  }
}

// Whole passes over the 1433 shapes, so that the mean is over all of them.
constexpr std::int64_t kPasses = 20;
constexpr std::int64_t kFewPasses = 3;

BENCHMARK_CAPTURE(plan_unseen, mikpoly / I_II, "mikpoly", "I,II")
    ->Iterations(1433 * kPasses)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_unseen, mikpoly / I_IX, "mikpoly", "all")
    ->Iterations(1433 * kPasses)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_unseen, makespan / I_II, "makespan", "I,II")
    ->Iterations(1433 * kFewPasses)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_unseen, makespan / I_IX, "makespan", "all")
    ->Iterations(1433 * kFewPasses)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(find_cached)->Unit(benchmark::kNanosecond);

}  // namespace
