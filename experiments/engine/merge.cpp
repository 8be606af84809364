#include "experiments/engine/merge.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/checked_line.hpp"
#include "experiments/engine/point_index.hpp"
#include "experiments/engine/point_store.hpp"
#include "experiments/engine/shard.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

/// The run folder of a shard, and what its run.json says.
struct ShardRun {
  fs::path folder;
  Manifest manifest;
  Shard shard;
};

/// By their index.
using ShardRuns = std::map<std::int64_t, ShardRun>;

std::vector<ShardRun> shards_below(const std::vector<fs::path>& folders) {
  std::vector<ShardRun> found;
  for (const fs::path& folder : folders) {
    for (const fs::path& run : runs_below(folder)) {
      Manifest manifest = read_manifest(run);
      if (manifest.run.shard.empty()) continue;  // a whole run, such as the merged one
      const Shard shard = parse_shard(manifest.run.shard);
      found.push_back({.folder = run, .manifest = std::move(manifest), .shard = shard});
    }
  }
  if (!found.empty()) return found;
  std::vector<std::string> names;
  for (const fs::path& folder : folders) names.push_back(fmt::format("\"{}\"", folder.string()));
  throw ConfigError(fmt::format("no shard of a run in {}; mikpoly run --shard 1/2 makes one", fmt::join(names, ", ")));
}

// What makes rows of two shards unfit for one table; empty when nothing does.
std::string difference(const ShardRun& a, const ShardRun& b) {
  const RunIdentity& one = a.manifest.run;
  const RunIdentity& other = b.manifest.run;
  const auto told = [&](std::string_view what, const auto& left, const auto& right) {
    return fmt::format("\"{}\" has {} {}, \"{}\" has {}", a.folder.string(), what, left, b.folder.string(), right);
  };
  if (one.experiment != other.experiment) return told("experiment", one.experiment, other.experiment);
  if (one.hash != other.hash) return told("hash", one.hash, other.hash);
  if (a.shard.count != b.shard.count) return told("shard", one.shard, other.shard);
  if (one.point_key != other.point_key) return told("libraries or machine", one.point_key, other.point_key);
  return "";
}

ShardRuns all_shards(std::vector<ShardRun> found) {
  ShardRuns shards;
  for (ShardRun& each : found) {
    const std::string differs = difference(found.front(), each);
    if (!differs.empty()) throw ConfigError(fmt::format("shards of different runs are not merged: {}", differs));
  }
  for (ShardRun& each : found) {
    const auto [place, is_new] = shards.emplace(each.shard.index, each);
    if (is_new) continue;
    throw ConfigError(fmt::format("shard {} is there twice: \"{}\" and \"{}\"", each.manifest.run.shard,
                                  place->second.folder.string(), each.folder.string()));
  }
  const std::int64_t count = found.front().shard.count;
  std::vector<std::string> missing;
  for (std::int64_t index = 1; index <= count; ++index) {
    if (!shards.contains(index)) missing.push_back(to_text(Shard{.index = index, .count = count}));
  }
  if (missing.empty()) return shards;
  throw ConfigError(fmt::format("{} of {} shards of {} {} missing: {}", missing.size(), count,
                                found.front().manifest.run.experiment, missing.size() == 1 ? "is" : "are",
                                fmt::join(missing, ", ")));
}

PointIndex finished_points(const ShardRun& run) {
  const RunIdentity& identity = run.manifest.run;
  PointIndex index(points_file(run.folder), identity.points, identity.point_key);
  if (!index.damaged_lines().empty()) {
    throw ConfigError(fmt::format("{}; mikpoly run --shard {} --resume does their points again",
                                  damaged_lines_text(index.file().string(), index.damaged_lines()), identity.shard));
  }
  const std::int64_t wanted = run.shard.size(identity.points);
  if (index.finished() == wanted) return index;
  throw ConfigError(fmt::format("shard {} in \"{}\" has {} of {} points; mikpoly run --shard {} --resume goes on",
                                identity.shard, run.folder.string(), index.finished(), wanted, identity.shard));
}

}  // namespace

MergeSummary merge_shards(const MergeRequest& request) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;
  const ShardRuns shards = all_shards(shards_below(request.folders));
  std::vector<PointIndex> indices;
  for (const auto& [number, run] : shards) indices.push_back(finished_points(run));
  const ShardRun& first = shards.begin()->second;
  Manifest manifest = first.manifest;
  manifest.run.shard.clear();
  manifest.row_counts.clear();
  manifest.results_hash.clear();
  manifest.command = request.command;
  manifest.started = utc_now();
  const std::string resolved = read_text_file((first.folder / "resolved.yaml").string(), kMostBytes);
  if (content_hash(resolved) != manifest.run.hash) {
    throw ConfigError(
        fmt::format("{}: changed or damaged since the run wrote it; mikpoly run --shard {} --resume "
                    "writes it anew",
                    (first.folder / "resolved.yaml").string(), first.manifest.run.shard));
  }

  const RunFolder folder(request.out, manifest.run.experiment, manifest.run.hash, request.existing);
  folder.write("resolved.yaml", resolved);
  folder.write("run.json", to_json(manifest));
  folder.log(fmt::format("merged: {}", request.command));
  PointStore store(folder.path(), manifest.run.points, manifest.run.point_key);
  std::vector<PointReader> readers;
  for (const PointIndex& index : indices) readers.emplace_back(index);
  for (std::int64_t point = 0; point < manifest.run.points; ++point) {
    if (store.index().has(point)) continue;  // by a merge that was stopped
    store.append(readers[static_cast<std::size_t>(point % std::ssize(readers))].at(point));
  }
  const RowCounts counts = write_results(folder, store.index(), manifest);
  return {.folder = folder.path(), .shards = std::ssize(shards), .points = manifest.run.points, .counts = counts};
}

}  // namespace mikpoly::lab
