// One plan simulated: mean over mikpoly-1433 with the plans that makespan chooses.
#include <benchmark/benchmark.h>

#include "core/pattern/pattern.hpp"
#include "core/planner/planner.hpp"
#include "experiments/microbench/workbench.hpp"
#include "sim/simulator.hpp"

namespace {

using namespace mikpoly;
using microbench::shapes;

void simulate(benchmark::State& state, const microbench::Machine& (*machine)(), const char* patterns) {
  const auto& [accelerator, library] = machine();
  const auto planner = make_planner("makespan", accelerator, library, parse_pattern_set(patterns));
  const sim::Simulator simulator(accelerator, library);
  std::vector<Plan> plans;
  for (const GemmShape& shape : shapes()) plans.push_back(planner->plan(shape));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(simulator.judge(plans[at]));
    at = (at + 1) % plans.size();
  }
}

BENCHMARK_CAPTURE(simulate, ascend910a, &microbench::npu, "all")->Iterations(1433 * 5)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(simulate, a100_40, &microbench::gpu, "I,II")->Iterations(1433 * 5)->Unit(benchmark::kMicrosecond);

}  // namespace
