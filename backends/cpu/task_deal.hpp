// Who takes which task of a call.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace mikpoly::cpu {

/// Deals tasks 0 .. count - 1 to hands in turn. A worker plays its own hand and then what is left of the others, so
/// that none waits while there are tasks, and in calls of the same problem, while workers are equally fast, a task
/// stays on the core that has its operands in its caches.
///
/// Known limits: beyond kMostHands workers, several play one hand.
class TaskDeal {
 public:
  static constexpr std::int64_t kMostHands = 32;

  TaskDeal(std::int64_t count, std::int64_t workers) : count_(count), hands_(std::min(workers, kMostHands)) {}

  /// Calls `run(task)` until no task is left that nobody has taken. Every task is run once if any worker comes.
  template <typename Run>
  void play(std::int64_t worker, Run run) {
    for (std::int64_t i = 0; i < hands_; ++i) {
      const std::int64_t hand = (worker + i) % hands_;
      std::atomic<std::int64_t>& next = next_[static_cast<std::size_t>(hand)].turn;
      for (;;) {
        const std::int64_t task = hand + hands_ * next.fetch_add(1, std::memory_order_relaxed);
        if (task >= count_) break;
        run(task);
      }
    }
  }

 private:
  struct alignas(64) Hand {
    std::atomic<std::int64_t> turn = 0;
  };

  std::int64_t count_;
  std::int64_t hands_;
  std::array<Hand, kMostHands> next_;
};

}  // namespace mikpoly::cpu
