// One process measures every shape of the workload once, in an order of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/problem/workload.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/measure/shape_bench.hpp"

namespace mikpoly::lab {

struct BenchProcessSummary {
  std::int64_t shapes = 0;
  std::int64_t finished = 0;  ///< fewer than `shapes` when it was stopped
};

/// Measures what `file` lacks, in random order, and adds the rows to it as they finish.
/// Errors: as BenchFile.
BenchProcessSummary run_bench_process(ShapeBench& bench, const std::vector<WorkloadItem>& items, std::int64_t process,
                                      const std::filesystem::path& file, const RunObserver& observer);

/// `limit` of the items drawn at random, in their old order; all of them when there are no more.
std::vector<WorkloadItem> drawn_items(const std::vector<WorkloadItem>& items, std::int64_t limit, std::uint64_t seed);

}  // namespace mikpoly::lab
