#include "backends/cuda/cuda_timer.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/cuda/device_clock.hpp"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/random_operands.hpp"
#include "core/base/integer_math.hpp"
#include "core/planner/fixed_tile.hpp"

namespace mikpoly::cuda {
namespace {

constexpr std::int64_t kWaves = 4;

// Elements from line to line: whole lines of 128 bytes of every type.
constexpr std::int64_t kLineGranule = 64;

Picoseconds picoseconds(double nanoseconds) {
  constexpr double kPicoseconds = 1e3;  // of a nanosecond
  return Picoseconds::rounded(nanoseconds * kPicoseconds);
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

// So that the lines together are about `elements`, but for the length of the last one.
Lines overlapping(std::int64_t lines, std::int64_t length, std::int64_t elements) {
  const std::int64_t apart =
      std::clamp(elements / lines / kLineGranule * kLineGranule, kLineGranule, round_up(length, kLineGranule));
  return {.line = apart};
}

std::int64_t span(const Lines& lines, std::int64_t count, std::int64_t length) {
  return (count - 1) * lines.line + round_up(length, kLineGranule);
}

ElementStrides strides(const Lines& lines, bool rows_are_lines) {
  return rows_are_lines ? ElementStrides{lines.line, 1, 0} : ElementStrides{1, lines.line, 0};
}

}  // namespace

CudaTimer::CudaTimer(const Device& device, const Accelerator& accelerator, const KernelLibrary& library,
                     const DeviceLibrary& code)
    : device_(device), accelerator_(accelerator), library_(library), code_(code), queue_(device) {}

void CudaTimer::reserve_filled(DeviceBuffer& buffer, std::int64_t bytes) const {
  if (buffer.reserve(device_, bytes)) fill_random(queue_.stream(), buffer, library_.key.types.a);
}

double CudaTimer::launch_ns(const MicroKernel& kernel, std::int64_t steps, const Tiles& tiles) const {
  device_.enter();
  const GemmShape shape{
      .m = tiles.rows * kernel.tile.m, .n = tiles.columns * kernel.tile.n, .k = steps * kernel.tile.k};
  const OperandAccess access = access_of(library_.key.device.layout, kWidestCopy);
  const std::int64_t a_lines = access.a_along_k ? shape.m : shape.k;
  const std::int64_t a_length = access.a_along_k ? shape.k : shape.m;
  const std::int64_t b_lines = access.b_along_k ? shape.n : shape.k;
  const std::int64_t b_length = access.b_along_k ? shape.k : shape.n;
  const std::int64_t share = accelerator_.memory.front().capacity.count / 4 / bytes_of(kernel.types.a);
  const Lines a = overlapping(a_lines, a_length, share);
  const Lines b = overlapping(b_lines, b_length, share);
  reserve_filled(a_, span(a, a_lines, a_length) * bytes_of(kernel.types.a));
  reserve_filled(b_, span(b, b_lines, b_length) * bytes_of(kernel.types.b));
  d_.reserve(device_, shape.m * shape.n * bytes_of(kernel.types.d));

  CanonicalProblem problem;
  problem.shape = shape;
  problem.a = strides(a, access.a_along_k);
  problem.b = strides(b, !access.b_along_k);
  problem.d = problem.c = {shape.n, 1, 0};
  const LaunchPlan plan = launches_of(single_tile_plan(shape, library_.find(kernel.id)), library_, problem);
  const GemmOperands operands{.a = a_.pointer(), .b = b_.pointer(), .d = d_.pointer()};
  const auto launch = [&](std::int64_t /*repeat*/) {
    queue_.add(code_, plan, problem, kernel.types, operands, nullptr, access.copy);
  };
  return median(device_times(device_, queue_.stream(), launch));
}

TimeCurve::Sample CudaTimer::time(const MicroKernel& kernel, std::int64_t steps) const {
  const std::int64_t places = accelerator_.pe.count * kernel.resources.occupancy;
  std::int64_t rows = 1;  // as near to a square as the places can be divided
  for (std::int64_t i = 2; i * i <= places; ++i) rows = places % i == 0 ? i : rows;
  const std::int64_t columns = places / rows;
  const double one = launch_ns(kernel, steps, {rows, columns});
  const double more = launch_ns(kernel, steps, {rows, columns * kWaves});
  const double start = accelerator_.fixed.start.microseconds() * 1e3;
  const double interval = std::max(more - one, 0.0) / (kWaves - 1);
  // A launch may begin faster than the description says; a task takes no less than it does among others.
  return {.steps = steps, .latency = picoseconds(std::max(one - start, interval)), .interval = picoseconds(interval)};
}

TimeCurve::Conditions CudaTimer::conditions() const {
  return {.load = "a full wave of the same task", .source_level = accelerator_.memory.front().name};
}

}  // namespace mikpoly::cuda
