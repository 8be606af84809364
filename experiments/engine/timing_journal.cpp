#include "experiments/engine/timing_journal.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/checked_line.hpp"
#include "experiments/engine/output_file.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {
namespace {

void cut_off(const std::filesystem::path& file, std::uintmax_t bytes) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error) std::filesystem::resize_file(file, size - bytes, error);
  if (error) throw_unwritable(file, error.value());
}

}  // namespace

JournaledTimer::JournaledTimer(const KernelTimer& timer, std::string path, const std::string& conditions)
    : timer_(timer),
      path_(std::move(path)),
      lock_(path_,
            fmt::format("journal \"{}\" is in use by another tuning; wait for it or choose another output", path_)) {
  read(std::string(kJournalKind) + conditions);
}

void JournaledTimer::read(const std::string& header) {
  std::ifstream old(path_, std::ios::binary);
  std::string line;
  std::getline(old, line);
  if (old.eof() && header.starts_with(line)) {  // new, or stopped in its first line
    append_to(path_, header.substr(line.size()) + "\n");
    return;
  }
  if (line != header) {
    const bool is_journal = line.starts_with(kJournalKind);
    throw OutputError(fmt::format("\"{}\" {}; remove it or choose another output", path_,
                                  is_journal
                                      ? "is the journal of a tuning with other flags, or of another machine or version"
                                      : "is no journal"));
  }
  std::vector<std::int64_t> damaged;
  for (std::int64_t number = 2; std::getline(old, line); ++number) {
    if (old.eof()) {  // cut short: the next sample must not run into it
      cut_off(path_, line.size());
      break;
    }
    const std::optional<std::string_view> sample = without_check(line, kWordCheck);
    std::istringstream words{std::string(sample.value_or(""))};
    std::string variant;
    std::int64_t depth = 0;
    TaskExtent task;
    Picoseconds time;
    if (words >> variant >> depth >> task.rows >> task.columns >> task.depth >> time.count) {
      known_[{variant, depth, task}] = time;
    } else {
      damaged.push_back(number);
    }
  }
  if (!damaged.empty()) damage_ = damaged_lines_text(path_, damaged) + "; what is there is not used";
  resumed_ = std::ssize(known_);
}

void JournaledTimer::add(const Sample& sample, Picoseconds time) const {
  const auto& [variant, depth, task] = sample;
  const std::string line =
      fmt::format("{} {} {} {} {} {}", variant, depth, task.rows, task.columns, task.depth, time.count);
  append_to(path_, with_check(line, kWordCheck) + "\n");
  known_[sample] = time;
}

Picoseconds JournaledTimer::task_time(const MicroKernel& kernel, const TaskExtent& task) const {
  const Sample sample{kernel.variant, kernel.tile.k, task};
  const auto found = known_.find(sample);
  if (found != known_.end()) return found->second;
  const Picoseconds time = timer_.task_time(kernel, task);
  add(sample, time);
  return time;
}

TimeCurve::Sample JournaledTimer::time(const MicroKernel& kernel, std::int64_t steps) const {
  const TaskExtent whole{kernel.tile.m, kernel.tile.n, steps * kernel.tile.k};
  const Sample latency{kernel.variant + ":latency", kernel.tile.k, whole};
  const Sample interval{kernel.variant + ":interval", kernel.tile.k, whole};
  if (!known_.contains(latency) || !known_.contains(interval)) {
    const TimeCurve::Sample timed = timer_.time(kernel, steps);
    add(latency, timed.latency);
    add(interval, timed.interval);
  }
  return {.steps = steps, .latency = known_.at(latency), .interval = known_.at(interval)};
}

}  // namespace mikpoly::lab
