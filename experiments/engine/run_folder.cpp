#include "experiments/engine/run_folder.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/output_file.hpp"
#include "experiments/engine/shard.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 10> kRunFiles{"resolved.yaml", "run.json", "results.csv", "points",    "log.txt",
                                                "trace",         "plots",    "report.html", "bench.csv", "processes"};

// Or what is left of one. A run that ended before its first point, for example by a wrong library, leaves none.
bool holds_run(const fs::path& path) {
  std::error_code error;
  return fs::exists(path / "run.json", error) || fs::exists(path / "points", error);
}

[[noreturn]] void refuse_existing(const fs::path& path) {
  throw OutputError(
      fmt::format("output folder \"{}\" exists already; --resume goes on where it stopped, --overwrite starts anew",
                  path.string()));
}

}  // namespace

RunFolder::RunFolder(const fs::path& out, const std::string& experiment, const std::string& name, Existing existing)
    : path_(out / experiment / name) {
  std::error_code error;
  if (existing == Existing::refuse && holds_run(path_)) refuse_existing(path_);
  fs::create_directories(path_, error);
  if (error) throw_unwritable(path_, error.value());
  lock_.emplace(path_ / ".lock",
                fmt::format("output folder \"{}\" is in use by another run; wait for it or choose another --out",
                            path_.string()));
  // Another run may have come and gone before the lock was ours.
  if (existing == Existing::refuse && holds_run(path_)) refuse_existing(path_);
  if (existing != Existing::overwrite) return;
  for (const char* file : kRunFiles) {
    for (const fs::path& each : {path_ / file, ReplacedFile::unfinished(path_ / file)}) {
      fs::remove_all(each, error);
      if (error) throw_unwritable(each, error.value());
    }
  }
}

void RunFolder::write(const std::string& name, std::string_view text) const {
  replace_file(path_ / name, text);
}

void RunFolder::log(std::string_view line) const {
  append_to(path_ / "log.txt", fmt::format("{} {}\n", utc_now(), line));
}

std::vector<fs::path> runs_below(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    throw ConfigError(fmt::format("run \"{}\" is not a folder; give one that holds exactly one run", path.string()));
  }
  if (fs::exists(path / "run.json", error)) return {path};
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename() == "run.json") found.push_back(entry->path().parent_path());
  }
  if (error) throw ConfigError(fmt::format("folder \"{}\" cannot be read: {}", path.string(), error.message()));
  std::sort(found.begin(), found.end());
  return found;
}

fs::path find_run(const fs::path& path) {
  std::vector<fs::path> found = runs_below(path);
  if (found.size() == 1 && found.front() == path) return path;
  const auto shards = std::ranges::count_if(found, &is_shard_folder);
  std::erase_if(found, &is_shard_folder);
  if (found.empty() && shards > 0) {
    throw ConfigError(fmt::format("folder \"{}\" holds {} of a run; mikpoly merge joins all its shards", path.string(),
                                  shards == 1 ? "a shard" : fmt::format("{} shards", shards)));
  }
  if (found.empty()) {
    throw ConfigError(fmt::format("folder \"{}\" holds no run (no run.json at or below it)", path.string()));
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const fs::path& run : found) names.push_back(run.string());
    throw ConfigError(fmt::format("folder \"{}\" holds {} runs; choose one: {}", path.string(), names.size(),
                                  fmt::join(names, ", ")));
  }
  return found.front();
}

bool is_in_use(const fs::path& folder) {
  std::error_code error;
  const fs::path lock = folder / ".lock";
  if (!fs::exists(lock, error)) return false;
  constexpr std::string_view kInUse = "in use";
  try {
    const FileLock held(lock, std::string(kInUse));
    return false;
  } catch (const OutputError& refusal) {  // or the file cannot be opened, and then by no run
    return refusal.what() == kInUse;
  }
}

}  // namespace mikpoly::lab
