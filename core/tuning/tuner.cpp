#include "core/tuning/tuner.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/tuning/generator.hpp"
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

void check(const TuningParameters& parameters) {
  struct Limit {
    std::string_view name;
    std::int64_t value;
    std::int64_t most;
  };
  // n_syn: a synthetic extent is 2^n_syn; n_mik: plans are searched over all pairs.
  for (const Limit& limit : {Limit{"n_gen", parameters.n_gen, 1024}, Limit{"n_syn", parameters.n_syn, 20},
                             Limit{"n_mik", parameters.n_mik, 1024}, Limit{"n_pred", parameters.n_pred, 1'000'000}}) {
    const std::int64_t least = limit.name == "n_syn" ? 0 : 1;
    if (limit.value < least || limit.value > limit.most) {
      throw ConfigError(
          fmt::format("tuning parameter {} = \"{}\" is not in {}..{}", limit.name, limit.value, least, limit.most));
    }
  }
}

}  // namespace

std::vector<MicroKernel> timed_candidates(const Accelerator& accelerator, const GemmTypes& types,
                                          const TuningParameters& parameters, const KernelTimer& timer,
                                          TuningReport& report) {
  check(parameters);
  Candidates candidates = generate_candidates(accelerator, types, parameters.n_gen);
  report.generated = candidates.generated;
  report.refused = std::move(candidates.refused);
  report.timed = static_cast<std::int64_t>(candidates.kernels.size());
  const std::vector<std::int64_t> steps = sample_steps(parameters.n_pred);
  std::vector<TimeCurve::Sample> samples;
  for (MicroKernel& kernel : candidates.kernels) {
    samples.clear();
    for (const std::int64_t t : steps) samples.push_back(timer.time(kernel, t));
    kernel.time = TimeCurve::fit(samples, kFitTolerance, timer.conditions());
    report.max_fit_error = std::max(report.max_fit_error, kernel.time.conditions().max_error);
  }
  return std::move(candidates.kernels);
}

TuningResult tune(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer) {
  const Ranking rank = rankings().find(key.parameters.ranking);
  TuningResult result;
  KernelLibrary candidates{.key = key, .kernels = {}, .hash = ""};
  candidates.kernels = timed_candidates(accelerator, key.types, key.parameters, timer, result.report);
  const SyntheticTimes synthetic = time_synthetic(accelerator, candidates, key.parameters.n_syn);
  const std::vector<std::size_t> kept = rank(synthetic, key.parameters.n_mik);
  result.report.mean_regret = mean_regret(synthetic, kept);
  result.library.key = key;
  for (const std::size_t index : kept) result.library.kernels.push_back(candidates.kernels[index]);
  return result;
}

}  // namespace mikpoly
