// Runs a study on threads into a run folder. The bytes of results.csv do not depend on the number of threads where
// times are simulated; measured points are taken one at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "experiments/engine/finished_run.hpp"
#include "experiments/engine/laboratory.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/engine/shard.hpp"
#include "experiments/engine/study.hpp"

namespace mikpoly::lab {

struct RunOptions {
  std::filesystem::path out = "out";
  Existing existing = Existing::refuse;
  Shard shard;
  std::int64_t jobs = 1;
  std::string command;  ///< for run.json
};

/// How far a run is.
struct RunProgress {
  std::int64_t finished = 0;
  std::int64_t total = 0;
  double seconds_left = 0.0;  ///< from the mean of the points so far
};

/// How a run talks to whoever started it. Callbacks come from one thread at a time.
struct RunObserver {
  std::function<void(const std::string&)> notice = [](const std::string&) {};
  std::function<void()> begins = [] {};  ///< the first point comes: from now on `stop` is looked at
  std::function<void(const RunProgress&)> progress = [](const RunProgress&) {};
  const std::atomic<int>* stop = nullptr;  ///< not zero: finish the points in work, then return
};

struct RunSummary {
  std::filesystem::path folder;
  std::int64_t points = 0;    ///< of the shard
  std::int64_t finished = 0;  ///< resumed ones included; fewer than `points` when stopped
  std::int64_t resumed = 0;
  RowCounts counts;  ///< when finished
};

/// Runs what is left of the study, or of a shard of it; writes results.csv when all its points are finished.
/// Errors: ConfigError for a shard without points; OutputError; exit code 75 when the disk is full. What was finished
/// stays.
RunSummary run_study(const Study& study, const LaboratoryFactory& make_laboratory, const RunOptions& options,
                     const RunObserver& observer);

}  // namespace mikpoly::lab
