#include "experiments/measure/pinned_threads.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sched.h>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "backends/cpu/usable_cores.hpp"
#include "experiments/measure/foreign_load.hpp"

namespace mikpoly::lab {
namespace {

// Ascending, that is mostly in the order in which they were started.
std::set<pid_t> threads_of_process() {
  std::set<pid_t> threads;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", unreadable)) {
    threads.insert(static_cast<pid_t>(std::stol(entry.path().filename().string())));
  }
  return threads;
}

}  // namespace

PinnedThreads::PinnedThreads(std::int64_t threads)
    : cores_(affinity_of(0)),
      used_(std::min(cores_.size(), static_cast<std::size_t>(std::max<std::int64_t>(threads, 1)))) {
  const auto here = std::ranges::find(cores_, sched_getcpu());
  if (here != cores_.end()) std::iter_swap(cores_.begin(), here);  // the caller need not move
}

PinnedThreads::~PinnedThreads() {
  if (caller_ != 0) set_affinity(caller_, cores_);
}

void PinnedThreads::settle(std::size_t owner) {
  if (caller_ == 0) {
    caller_ = gettid();
    known_.insert(caller_);
    set_affinity(caller_, {cores_.front()});
  }
  for (const pid_t thread : threads_of_process()) {
    if (!known_.insert(thread).second || used_ == 1) continue;
    set_affinity(thread, {cores_[1 + started_[owner]++ % (used_ - 1)]});
  }
}

void PinnedThreads::wait_until_idle() const {
  using namespace std::chrono_literals;
  constexpr int kSteps = 100;
  constexpr auto kStep = 500us;
  constexpr double kIdleSeconds = 25e-6;  // of processor time in a step
  if (used_ == 1) return;
  for (int step = 0; step < kSteps; ++step) {
    const double before = own_processor_seconds();
    std::this_thread::sleep_for(kStep);
    if (own_processor_seconds() - before < kIdleSeconds) return;
  }
}

}  // namespace mikpoly::lab
