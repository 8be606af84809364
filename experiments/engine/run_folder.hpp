// OUT/<experiment>/<hash>/: where a run puts its files, written so that an interruption leaves whole files only.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/engine/file_lock.hpp"

namespace mikpoly::lab {

/// What to do with a folder that is there already.
enum class Existing { refuse, resume, overwrite };

class RunFolder {
 public:
  /// Makes the folder, or takes the existing one as `existing` says, and holds it against other runs; overwriting
  /// removes a run's files and no others. Errors: OutputError when it exists and may not, is in use, or cannot be
  /// written; exit code 75 when the disk is full.
  RunFolder(const std::filesystem::path& out, const std::string& experiment, const std::string& hash,
            Existing existing);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes a file whole: under another name first, then renamed.
  /// Errors: OutputError; exit code 75 when the disk is full.
  void write(const std::string& name, std::string_view text) const;

  /// Adds a line to log.txt with the time before it.
  void log(std::string_view line) const;

 private:
  std::filesystem::path path_;
  std::optional<FileLock> lock_;
};

/// The one run folder (it holds run.json) at or below `path`.
/// Errors: ConfigError when there is none, or more than one; they are named.
std::filesystem::path find_run(const std::filesystem::path& path);

/// Appends `text` to a file in one piece, and to the disk's cache before it returns.
/// Errors: as RunFolder::write.
void append_to(const std::filesystem::path& file, std::string_view text);

}  // namespace mikpoly::lab
