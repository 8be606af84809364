#include "experiments/cli/tune_journal.hpp"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/engine/file_lock.hpp"

namespace mikpoly::cli {

std::string journal_of(const std::string& path) {
  return path + ".journal";
}

void show_timed(std::int64_t done, std::int64_t all, const std::string& journal) {
  if (isatty(STDERR_FILENO) != 0) {
    fmt::print(stderr, "\rtimed {} of {} candidates{}", done, all, done == all ? "\n" : "");
  }
  const int signal_number = stop_signal();
  if (signal_number == 0 || done == 0 || done == all) return;
  throw Error(fmt::format("stopped after {} of {} candidates; their times stand in {} and the same command goes on",
                          done, all, journal),
              exit_code_for(signal_number));
}

void remove_journal(const std::string& path) {
  try {
    const lab::FileLock lock(path, fmt::format("{} is in use by another tuning and stays", path));
    std::filesystem::remove(path);
  } catch (const Error& error) {
    notify(error.what());
  }
}

}  // namespace mikpoly::cli
