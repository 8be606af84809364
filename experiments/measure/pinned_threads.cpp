#include "experiments/measure/pinned_threads.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "backends/cpu/usable_cores.hpp"

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

// Whether a thread but the caller has work, or looks for some. What a running thread has used does not tell: the system
// counts it once a tick, that is every 4 or 10 ms.
bool others_run() {
  for (const pid_t thread : threads_of_process()) {
    if (thread == gettid()) continue;
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string line;
    std::getline(file, line);
    // "TID (NAME) STATE ...", where a name may hold anything.
    const std::size_t end = line.rfind(')');
    if (end != std::string::npos && line.compare(end, 3, ") R") == 0) return true;
  }
  return false;
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
  constexpr int kSteps = 1000;
  if (used_ == 1) return;
  for (int step = 0; step < kSteps; ++step) {
    std::this_thread::sleep_for(500us);
    if (!others_run()) return;
  }
}

}  // namespace mikpoly::lab
