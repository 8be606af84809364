// The shards of a run become the run: the same bytes of results.csv as without shards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "experiments/engine/finished_run.hpp"

namespace mikpoly::lab {

struct MergeRequest {
  std::vector<std::filesystem::path> folders;  ///< each holds shards, at or below it
  std::filesystem::path out = "out";
  Existing existing = Existing::refuse;
  std::string command;  ///< for run.json
};

struct MergeSummary {
  std::filesystem::path folder;
  std::int64_t shards = 0;
  std::int64_t points = 0;
  RowCounts counts;
};

/// Joins all shards of one run into OUT/<experiment>/<hash>/.
/// Errors: ConfigError naming what is missing, there twice, unfinished, damaged, or of another run; nothing is then
///         written. OutputError as RunFolder.
MergeSummary merge_shards(const MergeRequest& request);

}  // namespace mikpoly::lab
