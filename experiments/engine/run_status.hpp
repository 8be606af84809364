// How far the runs of a folder are, from their files alone: also while they are at work.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/engine/manifest.hpp"

namespace mikpoly::lab {

struct RunStatus {
  std::filesystem::path folder;
  RunIdentity run;
  std::string state;  ///< finished, running, stopped or damaged
  std::int64_t points = 0;
  std::int64_t finished = 0;
  std::string damage;  ///< in one sentence; empty when there is none
};

/// The runs at or below a folder, by path.
/// Errors: ConfigError when it is not a folder or holds no run.
std::vector<RunStatus> status_below(const std::filesystem::path& folder);

/// For each run of which shards are there but not all, a sentence that names those that are not.
std::vector<std::string> missing_shards(const std::vector<RunStatus>& runs);

}  // namespace mikpoly::lab
