#include "experiments/engine/timing_journal.hpp"

#include <cerrno>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {

JournaledTimer::JournaledTimer(const KernelTimer& timer, std::string path, const std::string& conditions)
    : timer_(timer),
      path_(std::move(path)),
      lock_(path_,
            fmt::format("journal \"{}\" is in use by another tuning; wait for it or choose another output", path_)) {
  const std::string header = std::string(kJournalKind) + conditions;
  read(header);
  // Written anew rather than appended to: a line that was cut off must not run into the next one.
  file_.open(path_, std::ios::trunc);
  file_ << header << '\n';
  for (const auto& [sample, time] : known_) {
    const auto& [variant, depth, task] = sample;
    file_ << fmt::format("{} {} {} {} {} {}\n", variant, depth, task.rows, task.columns, task.depth, time.count);
  }
  flush();
}

void JournaledTimer::flush() const {
  if (!file_.flush()) throw_unwritable(path_, errno);
}

void JournaledTimer::read(const std::string& header) {
  std::ifstream old(path_);
  std::string line;
  std::getline(old, line);
  if (old.eof() && header.starts_with(line)) return;  // new, or stopped in its first line
  if (line != header) {
    const bool is_journal = line.starts_with(kJournalKind);
    throw OutputError(fmt::format("\"{}\" {}; remove it or choose another output", path_,
                                  is_journal
                                      ? "is the journal of a tuning with other flags, or of another machine or version"
                                      : "is no journal"));
  }
  while (std::getline(old, line) && !old.eof()) {
    std::istringstream words(line);
    std::string variant;
    std::int64_t depth = 0;
    TaskExtent task;
    Picoseconds time;
    if (words >> variant >> depth >> task.rows >> task.columns >> task.depth >> time.count) {
      known_[{variant, depth, task}] = time;
    }
  }
  resumed_ = std::ssize(known_);
}

Picoseconds JournaledTimer::task_time(const MicroKernel& kernel, const TaskExtent& task) const {
  const auto found = known_.find({kernel.variant, kernel.tile.k, task});
  if (found != known_.end()) return found->second;
  const Picoseconds time = timer_.task_time(kernel, task);
  known_[{kernel.variant, kernel.tile.k, task}] = time;
  file_ << fmt::format("{} {} {} {} {} {}\n", kernel.variant, kernel.tile.k, task.rows, task.columns, task.depth,
                       time.count);
  flush();
  return time;
}

}  // namespace mikpoly::lab
