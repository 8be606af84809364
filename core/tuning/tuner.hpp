// S1: generate, filter, time, rank, keep.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/kernel/kernel_timer.hpp"
#include "core/tuning/generator.hpp"
#include "core/tuning/trimmed_candidates.hpp"

namespace mikpoly {

/// What S1 did, for people.
struct TuningReport {
  std::int64_t generated = 0;
  std::map<std::string, std::int64_t> refused;  ///< reason -> count
  std::int64_t timed = 0;
  double max_fit_error = 0.0;
  double mean_regret = 0.0;  ///< of the kept set against all timed candidates, over the synthetic shapes, by the model
};

struct TuningResult {
  KernelLibrary library;
  TuningReport report;
};

/// Errors: ConfigError for an unknown ranking or a parameter out of range.
void check(const TuningParameters& parameters);

/// Gives each kernel its time curve, from samples of up to `n_pred` k steps.
/// Returns: the largest relative error of a curve against its samples.
double time_kernels(std::span<MicroKernel> kernels, std::int64_t n_pred, const KernelTimer& timer);

/// Called before each candidate is timed and once at the end: candidates timed, and all of them.
using TuningProgress = std::function<void(std::int64_t, std::int64_t)>;

/// The same from samples of the given numbers of k steps, which ascend.
double time_kernels(std::span<MicroKernel> kernels, std::span<const std::int64_t> steps, const KernelTimer& timer,
                    const TuningProgress& progress);

/// Feasible candidates with time curves, in tile order: S1 but for the choice. `library.hash` is left empty.
/// Errors: ConfigError when no tile fits, naming the buffer that refuses most.
TuningResult timed_candidates(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer);

/// The same of candidates that were generated and chosen from before.
/// Errors: none but those of the timer.
TuningResult timed_candidates(const LibraryKey& key, Candidates candidates, const KernelTimer& timer);

/// The same of candidates that a backend made.
/// A sample depends on a kernel's variant, its k block and the task alone, and is taken once for all tiles.
/// Errors: as above; ConfigError without candidates.
TuningResult timed_candidates(const Accelerator& accelerator, const LibraryKey& key,
                              const std::vector<TrimmedCandidate>& candidates, const KernelTimer& timer,
                              const TuningProgress& progress);

/// The kernels at `kept`, in that order, with the candidates' key.
KernelLibrary library_of(const KernelLibrary& candidates, std::span<const std::size_t> kept);

/// The candidates worth keeping, best first; of the key's parameters n_syn, n_mik and the ranking count.
TuningResult keep_best(const Accelerator& accelerator, TuningResult candidates);

/// S1 whole. `library.hash` is left empty.
/// Errors: as timed_candidates().
TuningResult tune(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer);

}  // namespace mikpoly
