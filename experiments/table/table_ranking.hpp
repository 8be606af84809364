// Which kernels of a table to keep: the criteria of core/tuning/ranking.hpp over measured times.
//
// A kernel's time on a shape is its least over the parts of k; in a hole it counts as a thousand times the best, as a
// shape without a kernel does there. What a kept set costs is told on shapes that it was not chosen by.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// Positions of at most `count` kernels of the table, best first.
/// Errors: ConfigError for an unknown criterion.
std::vector<std::int64_t> rank_kernels(const TimingTable& table, std::span<const std::int64_t> shapes,
                                       const std::string& criterion, std::int64_t count);

/// Best of the kept kernels over best of all, on some shapes.
struct KeptRegret {
  std::int64_t kept = 0;
  std::int64_t shapes = 0;     ///< on which a kept kernel has a time
  std::int64_t uncovered = 0;  ///< on which none has
  double mean = 0.0;           ///< geometric; NaN without shapes, as the next
  double worst = 0.0;
};

KeptRegret regret_of_kept(const TimingTable& table, std::span<const std::int64_t> shapes,
                          std::span<const std::int64_t> kept);

/// How many kernels a table of regrets shows: 1, 2, 3, 4, 6, 8, 12, 16 ... and all.
std::vector<std::int64_t> shown_counts(std::int64_t kernels);

}  // namespace mikpoly::lab
