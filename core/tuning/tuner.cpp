#include "core/tuning/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/kernel/tuning_limits.hpp"
#include "core/tuning/ranking.hpp"

namespace mikpoly {
namespace {

// Relative error up to which a chord may stand for the samples between its ends.
constexpr double kFitTolerance = 0.005;

// Steps at which a kernel is timed: each up to 16, then 15 % apart, ending at n_pred.
std::vector<std::int64_t> sample_steps(std::int64_t n_pred) {
  std::vector<std::int64_t> steps;
  for (std::int64_t t = 1; t < n_pred; t = std::max(t + 1, t <= 16 ? t + 1 : t * 115 / 100)) steps.push_back(t);
  steps.push_back(n_pred);
  return steps;
}

}  // namespace

void check(const TuningParameters& parameters) {
  for (const TuningLimit& limit : kTuningLimits) {
    const std::int64_t value = parameters.*limit.value;
    if (value >= limit.least && value <= limit.most) continue;
    throw ConfigError(
        fmt::format("tuning parameter {} = \"{}\" is not in {}..{}", limit.name, value, limit.least, limit.most));
  }
  (void)rankings().find(parameters.ranking);
}

double time_kernels(std::span<MicroKernel> kernels, std::int64_t n_pred, const KernelTimer& timer) {
  return time_kernels(kernels, sample_steps(n_pred), timer, [](std::int64_t, std::int64_t) {});
}

double time_kernels(std::span<MicroKernel> kernels, std::span<const std::int64_t> steps, const KernelTimer& timer,
                    const TuningProgress& progress) {
  std::vector<TimeCurve::Sample> samples;
  double max_error = 0.0;
  std::int64_t timed = 0;
  for (MicroKernel& kernel : kernels) {
    progress(timed++, std::ssize(kernels));
    samples.clear();
    for (const std::int64_t t : steps) samples.push_back(timer.time(kernel, t));
    kernel.time = TimeCurve::fit(samples, kFitTolerance, timer.conditions());
    max_error = std::max(max_error, kernel.time.conditions().max_error);
  }
  progress(timed, std::ssize(kernels));
  return max_error;
}

TuningResult timed_candidates(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer) {
  check(key.parameters);
  return timed_candidates(key, generate_candidates(accelerator, key.types, key.parameters.n_gen), timer);
}

TuningResult timed_candidates(const LibraryKey& key, Candidates candidates, const KernelTimer& timer) {
  TuningReport report{.generated = candidates.generated,
                      .refused = std::move(candidates.refused),
                      .timed = std::ssize(candidates.kernels)};
  report.max_fit_error = time_kernels(candidates.kernels, key.parameters.n_pred, timer);
  return {.library = {.key = key, .kernels = std::move(candidates.kernels), .hash = ""}, .report = std::move(report)};
}

namespace {

// Samples of trimmed kernels, each taken once.
class Samples {
 public:
  explicit Samples(const KernelTimer& timer) : timer_(timer) {}

  Picoseconds time(const MicroKernel& kernel, const TaskExtent& task) {
    const auto [place, is_new] = taken_.try_emplace({kernel.variant, kernel.tile.k, task});
    if (is_new) place->second = timer_.task_time(kernel, task);
    return place->second;
  }

 private:
  const KernelTimer& timer_;
  std::map<std::tuple<std::string, std::int64_t, TaskExtent>, Picoseconds> taken_;
};

// Two and a half panels each way and one and a half k blocks: a task between the knots, to tell how well they describe
// it.
TaskExtent task_between(const TrimmedCandidate& candidate) {
  const auto between = [](const PanelAxis& axis, std::int64_t most) { return std::min(5 * axis.panel() / 2, most); };
  const TileShape& tile = candidate.kernel.tile;
  return {between(candidate.axes.rows, tile.m), between(candidate.axes.columns, tile.n), 3 * tile.k / 2};
}

MicroKernel timed(const TrimmedCandidate& candidate, Samples& samples, TimeCurve::Conditions conditions) {
  MicroKernel kernel = candidate.kernel;
  kernel.surface =
      TimeSurface::sample(candidate.axes, [&](const TaskExtent& task) { return samples.time(candidate.kernel, task); });
  const TaskExtent between = task_between(candidate);
  const double sampled = static_cast<double>(samples.time(kernel, between).count);
  conditions.max_error = std::abs(static_cast<double>(kernel.surface.time(between).count) / sampled - 1.0);
  std::vector<TimeCurve::Sample> knots;
  for (const std::int64_t steps : {1, 2}) {
    const Picoseconds time = kernel.surface.time({kernel.tile.m, kernel.tile.n, steps * kernel.tile.k});
    knots.push_back({steps, time, time});
  }
  kernel.time = TimeCurve(std::move(knots), std::move(conditions));
  return kernel;
}

}  // namespace

TuningResult timed_candidates(const Accelerator& accelerator, const LibraryKey& key,
                              const std::vector<TrimmedCandidate>& candidates, const KernelTimer& timer,
                              const TuningProgress& progress) {
  check(key.parameters);
  if (candidates.empty()) throw ConfigError(fmt::format("no kernel of {} runs here", accelerator.name));
  const auto all = static_cast<std::int64_t>(candidates.size());
  TuningReport report{.generated = all, .timed = all};
  Samples samples(timer);
  std::vector<MicroKernel> kernels;
  for (const TrimmedCandidate& candidate : candidates) {
    progress(std::ssize(kernels), all);
    kernels.push_back(timed(candidate, samples, timer.conditions()));
    report.max_fit_error = std::max(report.max_fit_error, kernels.back().time.conditions().max_error);
  }
  progress(all, all);
  return {.library = {.key = key, .kernels = std::move(kernels), .hash = ""}, .report = std::move(report)};
}

KernelLibrary library_of(const KernelLibrary& candidates, std::span<const std::size_t> kept) {
  KernelLibrary library;
  library.key = candidates.key;
  for (const std::size_t index : kept) library.kernels.push_back(candidates.kernels[index]);
  return library;
}

TuningResult keep_best(const Accelerator& accelerator, TuningResult candidates) {
  const TuningParameters& parameters = candidates.library.key.parameters;
  const ShapeTimes synthetic = time_synthetic(accelerator, candidates.library, parameters.n_syn);
  const std::vector<std::size_t> kept = rankings().find(parameters.ranking)(synthetic, parameters.n_mik);
  TuningResult result{.library = library_of(candidates.library, kept), .report = std::move(candidates.report)};
  result.report.mean_regret = mean_regret(synthetic, kept);
  return result;
}

TuningResult tune(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer) {
  return keep_best(accelerator, timed_candidates(accelerator, key, timer));
}

}  // namespace mikpoly
