#include "backends/cpu/cpu_timer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>

#include "backends/cpu/l1_cache.hpp"
#include "backends/cpu/operand_layout.hpp"
#include "backends/cpu/packed_panels.hpp"
#include "backends/cpu/plan_executor.hpp"

namespace mikpoly::cpu {
namespace {

constexpr std::size_t kRounds = 5;

// Of a ring.
constexpr std::int64_t kMostFloats = std::int64_t{1} << 25;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t line_up(std::int64_t floats) {
  return round_up(floats, kLineFloats) +
         kLineFloats;  // whole cache lines, and no two operands a page apart by accident
}

CanonicalProblem problem_of(const CpuKernel& kernel, const GemmShape& shape, const std::string& layout) {
  const CanonicalProblem problem = canonical_form(problem_of_layout(layout, shape));
  return layout.ends_with("-packed") ? with_packed_b(problem, kernel.columns()) : problem;
}

// Floats from the first to the last element, and to the next operand.
std::int64_t span_of(const ElementStrides& strides, std::int64_t rows, std::int64_t columns) {
  return line_up((rows - 1) * strides.row + (columns - 1) * strides.column + 1);
}

}  // namespace

/// Tasks with operands of their own, one after the other. Their columns are neighbours in one wide B and D, as those of
/// a plan's tasks are: how far apart the lines of B lie, and what lies behind a task's columns, counts. Only the dot
/// kernels, which are for few columns, have a narrow B and D for each task.
struct CpuTimer::Ring {
  Scratch memory;

  /// Runs `count` tasks. Returns: seconds of each in the mean.
  double run(const CpuKernel& kernel, const Blocking& blocking, const TaskExtent& task, const std::string& layout,
             std::int64_t ring_bytes, std::int64_t count);
};

double CpuTimer::Ring::run(const CpuKernel& kernel, const Blocking& blocking, const TaskExtent& task,
                           const std::string& layout, std::int64_t ring_bytes, std::int64_t count) {
  constexpr std::int64_t kWide = 1024;
  const auto [m, n, k] = task;
  const bool wide = kernel.family != Family::dot;
  const std::int64_t columns = wide ? round_up(n, kernel.columns()) : n;
  const std::int64_t touched = (m * k + k * n + m * n) * static_cast<std::int64_t>(sizeof(float));
  const CanonicalProblem one = problem_of(kernel, {m, columns, k}, layout);
  const std::int64_t span = span_of(one.a, m, k) + columns * (one.b.column != 1 ? one.b.column : k) + m * columns;
  const std::int64_t most = std::max<std::int64_t>(kMostFloats / span, 1);
  const std::int64_t copies = std::clamp<std::int64_t>(ring_bytes / touched, 1, most);
  const GemmShape shape{m, wide ? std::max(copies * columns, kWide) : n, k};
  const CanonicalProblem problem = problem_of(kernel, shape, layout);
  const std::int64_t a = span_of(problem.a, m, k);
  const std::int64_t b =
      problem.packed_width != 0 ? line_up(k * round_up(shape.n, problem.packed_width)) : span_of(problem.b, k, shape.n);
  const std::int64_t d = span_of(problem.d, m, shape.n);
  // In large steps: memory that grows by a little is new, and its pages cost more than the tasks.
  constexpr std::int64_t kStep = std::int64_t{1} << 22;
  const std::int64_t floats = round_up(copies * a + (wide ? 1 : copies) * (b + d), kStep);
  const bool grown = memory.bytes() < floats * static_cast<std::int64_t>(sizeof(float));
  float* const base = memory.floats(floats);
  // Denormals and NaN would be slower; what else stands there does not matter.
  if (grown) std::fill_n(base, floats, 0.0F);
  float* const outer = base + copies * a;
  WorkerMemory& worker = worker_memory();
  const double begin = seconds_now();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t copy = i % copies;
    float* const own = wide ? outer : outer + copy * (b + d);
    const GemmOperands operands{.a = base + copy * a, .b = own, .d = own + b};
    const std::int64_t first = wide ? copy * columns : 0;
    run_task(kernel, blocking, batch_element(problem, operands, 0), {0, m}, {first, first + n}, worker);
  }
  return (seconds_now() - begin) / static_cast<double>(count);
}

CpuTimer::CpuTimer(ThreadPool& pool, const TimerOptions& options)
    : pool_(pool), options_(options), rings_(static_cast<std::size_t>(pool.threads())) {
  (void)problem_of_layout(options.layout, {1, 1, 1});
}

CpuTimer::~CpuTimer() = default;

bool CpuTimer::accepts(const std::string& variant) const {
  const CpuKernel& kernel = find_cpu_kernel(variant);
  return cpu::accepts(kernel, problem_of(kernel, {64, 64, 64}, options_.layout));
}

Picoseconds CpuTimer::task_time(const MicroKernel& kernel, const TaskExtent& task) const {
  const CpuKernel& code = find_cpu_kernel(kernel.variant);
  const Blocking blocking = blocking_of(kernel.tile);
  const std::int64_t ring_bytes = options_.layout.ends_with("-far") ? options_.far_bytes : options_.ring_bytes;
  const auto round = [&](std::int64_t count) {
    std::vector<double> means(rings_.size(), 0.0);
    std::int64_t present = 1;  // fewer than asked for where the system refuses a thread
    pool_.run([&](std::int64_t worker, std::int64_t workers) {
      const auto at = static_cast<std::size_t>(worker);
      means[at] = rings_[at].run(code, blocking, task, options_.layout, ring_bytes, count);
      if (worker == 0) present = workers;
    });
    return std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(present);
  };
  const double budget = static_cast<double>(options_.sample_us) * 1e-6 / static_cast<double>(kRounds + 1);
  // Warm, and long enough for the clock to tell how many tasks a round takes.
  std::int64_t count = 1;
  double one = round(count);
  while (one * static_cast<double>(count) < budget && count < (std::int64_t{1} << 30)) {
    count = std::clamp(static_cast<std::int64_t>(budget / std::max(one, 1e-9)) + 1, count + 1, 64 * count);
    one = round(count);
  }
  std::array<double, kRounds> means{};
  for (double& mean : means) mean = round(count);
  // The least: what disturbs a machine only ever slows it down.
  return Picoseconds::rounded(std::max(*std::min_element(means.begin(), means.end()) * 1e12, 1.0));
}

TimeCurve::Sample CpuTimer::time(const MicroKernel& kernel, std::int64_t steps) const {
  const Picoseconds time = task_time(kernel, {kernel.tile.m, kernel.tile.n, steps * kernel.tile.k});
  return {steps, time, time};
}

TimeCurve::Conditions CpuTimer::conditions() const {
  return {.load = "all cores busy with the same task, operands " + options_.layout,
          .source_level = options_.layout.ends_with("-far") ? "memory" : "shared cache"};
}

std::vector<RegisterTile> register_tiles(std::string_view isa, const CpuTimer& timer) {
  std::vector<RegisterTile> tiles;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (kernel.functions->name != isa || !timer.accepts(kernel.name)) continue;
    const std::int64_t granule = kernel.family == Family::dot ? 1 : kernel.functions->width;
    tiles.push_back({kernel.name, kernel.rows(), kernel.columns(), granule});
  }
  return tiles;
}

}  // namespace mikpoly::cpu
