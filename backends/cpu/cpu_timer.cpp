#include "backends/cpu/cpu_timer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>

#include "backends/cpu/operand_layout.hpp"
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
  return round_up(floats, 16) + 16;  // whole cache lines, and no two operands a page apart by accident
}

GemmProblem problem_of(const TaskExtent& task, const std::string& layout) {
  return problem_of_layout(layout, {task.rows, task.columns, task.depth});
}

// Floats from the first to the last element, and to the next operand.
std::int64_t span_of(const ElementStrides& strides, std::int64_t rows, std::int64_t columns) {
  return line_up((rows - 1) * strides.row + (columns - 1) * strides.column + 1);
}

}  // namespace

/// Copies of a task's operands, used one after the other.
struct CpuTimer::Ring {
  Scratch memory;

  /// Runs `count` tasks. Returns: seconds of each in the mean.
  double run(const CpuKernel& kernel, const Blocking& blocking, const CanonicalProblem& problem,
             std::int64_t ring_bytes, std::int64_t count);
};

double CpuTimer::Ring::run(const CpuKernel& kernel, const Blocking& blocking, const CanonicalProblem& problem,
                           std::int64_t ring_bytes, std::int64_t count) {
  const auto [m, n, k, batch] = problem.shape;
  const std::int64_t a = span_of(problem.a, m, k);
  const std::int64_t b = span_of(problem.b, k, n);
  const std::int64_t one = a + b + span_of(problem.d, m, n);
  // What lies between the lines takes addresses but no cache.
  const std::int64_t touched = (m * k + k * n + m * n) * static_cast<std::int64_t>(sizeof(float));
  const std::int64_t copies =
      std::clamp<std::int64_t>(ring_bytes / touched, 1, std::max<std::int64_t>(kMostFloats / one, 1));
  const bool grown = memory.bytes() < copies * one * static_cast<std::int64_t>(sizeof(float));
  float* const base = memory.floats(copies * one);
  // Denormals and NaN would be slower; what else stands there does not matter.
  if (grown) std::fill_n(base, copies * one, 0.0F);
  WorkerMemory& worker = worker_memory();
  const double begin = seconds_now();
  for (std::int64_t i = 0; i < count; ++i) {
    float* const copy = base + i % copies * one;
    const GemmOperands operands{.a = copy, .b = copy + a, .d = copy + a + b};
    run_task(kernel, blocking, batch_element(problem, operands, 0), {0, m}, {0, n}, worker);
  }
  return (seconds_now() - begin) / static_cast<double>(count);
}

CpuTimer::CpuTimer(ThreadPool& pool, const TimerOptions& options)
    : pool_(pool), options_(options), rings_(static_cast<std::size_t>(pool.threads())) {
  (void)problem_of({1, 1, 1}, options.layout);
}

CpuTimer::~CpuTimer() = default;

bool CpuTimer::accepts(const std::string& variant) const {
  return cpu::accepts(find_cpu_kernel(variant), canonical(problem_of({64, 64, 64}, options_.layout)));
}

Picoseconds CpuTimer::task_time(const MicroKernel& kernel, const TaskExtent& task) const {
  const CpuKernel& code = find_cpu_kernel(kernel.variant);
  const CanonicalProblem problem = canonical(problem_of(task, options_.layout));
  const Blocking blocking = blocking_of(kernel.tile);
  const std::int64_t ring_bytes = options_.layout.ends_with("-far") ? options_.far_bytes : options_.ring_bytes;
  const auto round = [&](std::int64_t count) {
    std::vector<double> means(rings_.size(), 0.0);
    std::int64_t present = 1;  // fewer than asked for where the system refuses a thread
    pool_.run([&](std::int64_t worker, std::int64_t workers) {
      const auto at = static_cast<std::size_t>(worker);
      means[at] = rings_[at].run(code, blocking, problem, ring_bytes, count);
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
