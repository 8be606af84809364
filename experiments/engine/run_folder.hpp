// OUT/<experiment>/<hash>/: where a run puts its files, written so that an interruption leaves whole files only.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/file_lock.hpp"

namespace mikpoly::lab {

/// What to do with a folder that is there already.
enum class Existing { refuse, resume, overwrite };

class RunFolder {
 public:
  /// Makes the folder, or takes the existing one as `existing` says, and holds it against other runs; overwriting
  /// removes a run's files and no others. `name` is the hash, with what tells a shard behind it.
  /// Errors: OutputError when it exists and may not, or is in use; as throw_unwritable().
  RunFolder(const std::filesystem::path& out, const std::string& experiment, const std::string& name,
            Existing existing);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Replaces a file as a whole. Errors: as throw_unwritable().
  void write(const std::string& name, std::string_view text) const;

  /// Adds a line to log.txt with the time before it.
  void log(std::string_view line) const;

 private:
  std::filesystem::path path_;
  std::optional<FileLock> lock_;
};

/// The folders of runs (they hold run.json) at or below `path`, sorted.
/// Errors: ConfigError when it is not a folder, or when the system does not let us look.
std::vector<std::filesystem::path> runs_below(const std::filesystem::path& path);

/// The one run folder at or below `path`; below it, shards do not count.
/// Errors: ConfigError when there is none, or more than one; they are named.
std::filesystem::path find_run(const std::filesystem::path& path);

/// Whether a run is at work in the folder now.
bool is_in_use(const std::filesystem::path& folder);

}  // namespace mikpoly::lab
