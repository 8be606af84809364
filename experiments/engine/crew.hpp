// The threads of a run: each takes the next point that is not finished, and writes it down.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>

#include "experiments/engine/laboratory.hpp"
#include "experiments/engine/point_store.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/runner.hpp"

namespace mikpoly::lab {

class Crew {
 public:
  /// What it is given must outlive it.
  Crew(const Study& study, const Shard& shard, const Laboratory& laboratory, PointStore& store,
       const RunObserver& observer);

  /// Works until all points of the shard are finished, or the observer says stop.
  /// Errors: the first that a thread met.
  void work(std::int64_t jobs);

 private:
  void run();
  /// The next point to do; nothing is left when it is beyond the last.
  std::int64_t next();
  void finish(std::int64_t point);

  const Study& study_;
  Shard shard_;
  const Laboratory& laboratory_;
  PointStore& store_;
  const RunObserver& observer_;
  std::int64_t points_;
  std::mutex mutex_;           ///< guards what follows
  std::int64_t next_ = 0;      ///< the first point that nobody has taken
  std::int64_t finished_ = 0;  ///< of the shard
  std::int64_t done_here_ = 0;
  std::exception_ptr fault_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace mikpoly::lab
