// What a run would be, for --dry-run.
#pragma once

#include <cstdint>

#include "experiments/engine/laboratory.hpp"
#include "experiments/engine/shard.hpp"
#include "experiments/engine/study.hpp"

namespace mikpoly::lab {

struct RunEstimate {
  std::int64_t points = 0;
  std::int64_t rows = 0;
  std::int64_t sampled = 0;  ///< points that were run to estimate the rest
  std::int64_t jobs = 1;     ///< points at once
  double seconds = 0.0;      ///< for all points
  double disk_bytes = 0.0;   ///< of points/ and results.csv
  double memory_bytes = 0.0;
};

/// Runs three evenly spaced points of each machine and writes nothing.
/// Errors: ConfigError for a shard without points.
RunEstimate estimate(const Study& study, const LaboratoryFactory& make_laboratory, const Shard& shard,
                     std::int64_t jobs);

}  // namespace mikpoly::lab
