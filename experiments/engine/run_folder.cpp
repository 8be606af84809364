#include "experiments/engine/run_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 10> kRunFiles{"resolved.yaml", "run.json", "results.csv", "points",    "log.txt",
                                                "trace",         "plots",    "report.html", "bench.csv", "processes"};

/// A file descriptor that is closed whatever happens.
class File {
 public:
  File(const fs::path& path, int flags) : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) throw_unwritable(path_, errno);
  }
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_unwritable(path_, errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  fs::path path_;
  int descriptor_;
};

}  // namespace

void append_to(const fs::path& file, std::string_view text) {
  File(file, O_WRONLY | O_CREAT | O_APPEND).write(text);
}

RunFolder::RunFolder(const fs::path& out, const std::string& experiment, const std::string& hash, Existing existing)
    : path_(out / experiment / hash) {
  std::error_code error;
  if (fs::exists(path_, error) && existing == Existing::refuse) {
    throw OutputError(
        fmt::format("output folder \"{}\" exists already; --resume goes on where it stopped, --overwrite starts anew",
                    path_.string()));
  }
  fs::create_directories(path_, error);
  if (error) throw_unwritable(path_, error.value());
  lock_.emplace(path_ / ".lock",
                fmt::format("output folder \"{}\" is in use by another run; wait for it or choose another --out",
                            path_.string()));
  if (existing == Existing::overwrite) {
    for (const char* name : kRunFiles) {
      fs::remove_all(path_ / name, error);
      if (error) throw_unwritable(path_ / name, error.value());
    }
  }
}

void RunFolder::write(const std::string& name, std::string_view text) const {
  const fs::path unfinished = path_ / (name + ".part");
  File(unfinished, O_WRONLY | O_CREAT | O_TRUNC).write(text);
  std::error_code error;
  fs::rename(unfinished, path_ / name, error);
  if (error) throw_unwritable(path_ / name, error.value());
}

void RunFolder::log(std::string_view line) const {
  append_to(path_ / "log.txt", fmt::format("{} {}\n", utc_now(), line));
}

fs::path find_run(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    throw ConfigError(fmt::format("run \"{}\" is not a folder; give one that holds exactly one run", path.string()));
  }
  std::vector<fs::path> found;
  if (fs::exists(path / "run.json")) return path;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().filename() == "run.json") found.push_back(entry.path().parent_path());
  }
  if (found.empty()) {
    throw ConfigError(fmt::format("folder \"{}\" holds no run (no run.json at or below it)", path.string()));
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const fs::path& run : found) names.push_back(run.string());
    std::sort(names.begin(), names.end());
    throw ConfigError(fmt::format("folder \"{}\" holds {} runs; choose one: {}", path.string(), names.size(),
                                  fmt::join(names, ", ")));
  }
  return found.front();
}

}  // namespace mikpoly::lab
