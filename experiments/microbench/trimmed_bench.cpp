// Planning an unseen shape for a CPU: the library that is shipped for AVX-512, extents log-uniform in 1..2048.
#include <cmath>

#include <benchmark/benchmark.h>

#include "core/base/splitmix64.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/planner.hpp"

namespace {

using namespace mikpoly;

const KernelLibrary& library() {
  static const KernelLibrary shipped = load_library(config_folder() + "/libraries/cpu-avx512-f32-nn.yaml");
  return shipped;
}

Accelerator cpu_with(std::int64_t workers) {
  Accelerator machine = load_hardware("cpu-avx512").accelerator;
  machine.pe.count = workers;
  return machine;
}

void plan_cpu(benchmark::State& state, const char* cost_model, const char* pattern_set, std::int64_t workers) {
  const Accelerator machine = cpu_with(workers);
  const auto planner = make_planner(cost_model, machine, library(), parse_pattern_set(pattern_set));
  SplitMix64 random(500);
  std::vector<GemmShape> shapes;
  const auto draw = [&] { return std::llround(std::exp2(11.0 * random.uniform())); };
  for (int i = 0; i < 500; ++i) {
    const std::int64_t m = draw();
    const std::int64_t n = draw();
    shapes.push_back({m, n, draw()});
  }
  std::size_t at = 0;
  double cuts = 0.0;
  for (const GemmShape& shape : shapes) cuts += planner->plan(shape).region_count > 1 ? 1.0 : 0.0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(planner->plan(shapes[at]));
    at = (at + 1) % shapes.size();
  }
  state.counters["cuts_percent"] = 100.0 * cuts / static_cast<double>(shapes.size());
}

// Whole passes over the shapes, so that the mean is over all of them.
constexpr std::int64_t kPlans = 500 * 100;

BENCHMARK_CAPTURE(plan_cpu, makespan / I / one, "makespan", "I", 1)->Iterations(kPlans)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_cpu, makespan / I_II / one, "makespan", "I,II", 1)
    ->Iterations(kPlans)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_cpu, makespan / I_II / two, "makespan", "I,II", 2)
    ->Iterations(kPlans)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_cpu, makespan / I_III / two, "makespan", "I..III", 2)
    ->Iterations(kPlans)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(plan_cpu, mikpoly / I_II / two, "mikpoly", "I,II", 2)
    ->Iterations(kPlans)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
