// A part of a run's points: every Nth. A point's rows stay together, and the shards of a run take about equally long.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace mikpoly::lab {

struct Shard {
  std::int64_t index = 1;  ///< from 1
  std::int64_t count = 1;

  [[nodiscard]] bool is_all() const { return count == 1; }
  [[nodiscard]] bool holds(std::int64_t point) const { return point % count == index - 1; }
  /// Points that it holds of so many, at least `count`.
  [[nodiscard]] std::int64_t size(std::int64_t points) const { return (points - index) / count + 1; }

  bool operator==(const Shard&) const = default;
};

/// Reads `I/N`, or `auto`: the place of this task in its Slurm job array, which must be without gaps.
/// Errors: ConfigError saying what is allowed; for `auto` also what the environment lacks.
Shard parse_shard(const std::string& text);

/// Errors: ConfigError when there are fewer points than shards.
void refuse_empty(const Shard& shard, std::int64_t points);

/// `2/4`; empty for all points.
std::string to_text(const Shard& shard);

/// What the name of its run folder has behind the hash: `-shard-2-of-4`.
std::string folder_suffix(const Shard& shard);

/// Whether the run of a folder is a shard, by the folder's name.
bool is_shard_folder(const std::filesystem::path& folder);

}  // namespace mikpoly::lab
