#include "experiments/engine/run_status.hpp"

#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/checked_line.hpp"
#include "experiments/engine/point_index.hpp"
#include "experiments/engine/point_store.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/engine/shard.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

void count_points(RunStatus& status) {
  const RunIdentity& run = status.run;
  const Shard shard = run.shard.empty() ? Shard{} : parse_shard(run.shard);
  const PointIndex index(points_file(status.folder), run.points, run.point_key);
  status.points = shard.size(run.points);
  status.finished = index.finished();
  // The last line of a run at work may be on its way.
  if (status.state != "running" && !index.damaged_lines().empty())
    status.damage = damaged_lines_text(index.file().string(), index.damaged_lines());
}

RunStatus status_of(const fs::path& folder) {
  RunStatus status{.folder = folder, .run = {}, .state = is_in_use(folder) ? "running" : "stopped", .damage = {}};
  try {
    const Manifest manifest = read_manifest(folder);
    status.run = manifest.run;
    if (status.run.points > 0) count_points(status);
    if (status.state != "running" && !manifest.results_hash.empty()) {
      check_results(folder, status.run.points > 0 ? "results.csv" : "bench.csv", "the same call with");
      status.state = "finished";
    }
  } catch (const ConfigError& damage) {
    status.damage = damage.what();
  }
  if (!status.damage.empty()) status.state = "damaged";
  return status;
}

}  // namespace

std::vector<RunStatus> status_below(const fs::path& folder) {
  std::vector<RunStatus> runs;
  for (const fs::path& run : runs_below(folder)) runs.push_back(status_of(run));
  if (!runs.empty()) return runs;
  throw ConfigError(fmt::format("folder \"{}\" holds no run (no run.json at or below it)", folder.string()));
}

std::vector<std::string> missing_shards(const std::vector<RunStatus>& runs) {
  std::map<std::tuple<std::string, std::string, std::int64_t>, std::set<std::int64_t>> there;
  for (const RunStatus& status : runs) {
    if (status.run.shard.empty()) continue;
    const Shard shard = parse_shard(status.run.shard);
    there[{status.run.experiment, status.run.hash, shard.count}].insert(shard.index);
  }
  std::vector<std::string> sentences;
  for (const auto& [run, indices] : there) {
    const auto& [experiment, hash, count] = run;
    std::vector<std::string> missing;
    for (std::int64_t index = 1; index <= count; ++index) {
      if (!indices.contains(index)) missing.push_back(to_text(Shard{.index = index, .count = count}));
    }
    if (missing.empty()) continue;
    sentences.push_back(fmt::format("of {} {}, {} of {} shards are not here: {}", experiment, hash, missing.size(),
                                    count, fmt::join(missing, ", ")));
  }
  return sentences;
}

}  // namespace mikpoly::lab
