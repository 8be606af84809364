// Planning an unseen shape for a CPU: a library of 30 kernels that trim their edges, extents log-uniform in 1..2048.
// The library's times come from a formula, so that the benchmark needs no tuned machine.
#include <cmath>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/base/splitmix64.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/planner.hpp"

namespace {

using namespace mikpoly;

struct RegisterTile {
  std::int64_t rows;
  std::int64_t columns;
  double ps;  // per k element of a full register tile
};

Accelerator cpu_with(std::int64_t workers) {
  Accelerator machine;
  machine.name = "cpu";
  machine.pe = {"core", workers, 4.0};
  machine.memory = {{"L3", {32 << 20}, 32.0, 16.0, 32.0 * static_cast<double>(workers), 0.0},
                    {"DRAM", {std::int64_t{16} << 30}, 8.0, 8.0, 12.0, 0.0}};
  machine.fixed.start = {1'000'000};
  return machine;
}

MicroKernel kernel_of(const RegisterTile& registers, const TileShape& tile) {
  MicroKernel kernel;
  kernel.variant = fmt::format("{}x{}", registers.rows, registers.columns);
  kernel.id = kernel_id(DataType::f32, tile, kernel.variant);
  kernel.tile = tile;
  kernel.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  kernel.edge = EdgeRule::trimmed;
  const SurfaceAxes axes{PanelAxis::sampled(1, registers.rows, tile.m, false),
                         PanelAxis::sampled(16, registers.columns, tile.n, false),
                         PanelAxis::sampled(1, tile.k, 2 * tile.k, false)};
  kernel.surface = TimeSurface::sample(axes, [&](const TaskExtent& task) {
    // Register tiles that are not full cost what their loads cost, at least a third.
    const auto panels = [](std::int64_t extent, std::int64_t panel) {
      const auto rest = static_cast<double>(extent % panel) / static_cast<double>(panel);
      return static_cast<double>(extent / panel) + (rest > 0.0 ? std::max(rest, 0.35) : 0.0);
    };
    const double passes = static_cast<double>(ceil_div(task.depth, tile.k));
    const double tiles = panels(task.rows, registers.rows) * panels(task.columns, registers.columns);
    return Picoseconds::rounded(20'000.0 + tiles * (static_cast<double>(task.depth) * registers.ps + passes * 9'000.0));
  });
  return kernel;
}

const KernelLibrary& library() {
  static const KernelLibrary made = [] {
    KernelLibrary all;
    for (const RegisterTile& registers : {RegisterTile{14, 32, 3500}, RegisterTile{8, 48, 3200},
                                          RegisterTile{6, 64, 3300}, RegisterTile{30, 16, 4100},
                                          RegisterTile{4, 64, 2400}, RegisterTile{1, 64, 1300}}) {
      for (const std::int64_t k : {192, 384}) {
        all.kernels.push_back(kernel_of(registers, {registers.rows * 8, 512, k}));
        all.kernels.push_back(kernel_of(registers, {registers.rows * 32, 256, k}));
      }
      all.kernels.push_back(kernel_of(registers, {2048, 3072, 256}));
    }
    all.key.types = all.kernels.front().types;
    return all;
  }();
  return made;
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
