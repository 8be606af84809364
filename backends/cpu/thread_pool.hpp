// A small persistent pool of threads, for fork-join of microseconds of work.
//
// The caller is worker 0. The others are started when first needed, spin for a bounded time after their work, so that
// the next call finds them awake, and then sleep. Calls are never queued: what cannot have the pool at once (it is
// busy, or the caller is inside a body or an OpenMP parallel region) runs in its caller alone.
//
// Known limits: the caller wakes the workers one after the other, about a microsecond each when they sleep. A process
// that forks inside a body must not return from that body in the child.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

#include "backends/cpu/openmp_runtimes.hpp"

namespace mikpoly {

/// A reference to what each worker does, `body(worker, workers)` with 0 <= worker < workers. Allocates nothing; the
/// callable must outlive the call.
class WorkerBody {
 public:
  template <std::invocable<std::int64_t, std::int64_t> Body>
  WorkerBody(const Body& body)
      : context_(&body), call_([](const void* context, std::int64_t worker, std::int64_t workers) {
          (*static_cast<const Body*>(context))(worker, workers);
        }) {}

  void operator()(std::int64_t worker, std::int64_t workers) const { call_(context_, worker, workers); }

 private:
  const void* context_;
  void (*call_)(const void*, std::int64_t, std::int64_t);
};

/// Which workers a call waits for.
enum class Attendance {
  all,            ///< each runs the body: for work divided by worker
  who_comes_now,  ///< those awake before worker 0 has returned: for work that each takes from a common counter
};

class ThreadPool {
 public:
  /// A pool of more threads than this has as many as there are usable cores, or this many, whichever is more.
  static constexpr std::int64_t kMostThreads = 256;
  static constexpr std::int64_t most_threads(std::int64_t usable) {
    return usable > kMostThreads ? usable : kMostThreads;
  }

  /// Starts no thread yet. 0 means default_threads(); more than there are usable cores is allowed, but then nobody
  /// spins. Errors: ConfigError when negative; as default_threads().
  explicit ThreadPool(std::int64_t threads);

  /// Joins the threads and gives the thread that called pin() its affinity back. No call may be running.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Workers of a call at most, the caller included.
  [[nodiscard]] std::int64_t threads() const { return threads_; }

  /// Runs the body with workers 0 .. workers - 1 at once and returns when all are done. `workers` is at least 1; it
  /// becomes fewer when the pool has fewer, when the system refuses threads, and 1 when the pool cannot be had. One
  /// worker is a plain call. Any thread may call, also from within a body.
  /// Errors: what a body throws, the first of several, when all are done; the pool stays usable.
  void run(std::int64_t workers, WorkerBody body, Attendance attendance = Attendance::all);

  /// The same with all of its threads.
  void run(WorkerBody body) { run(threads_, body); }

  /// From now on worker i stays on the i-th core that was usable at construction, from the first again where there are
  /// more workers; for measuring. Worker 0 is the thread that calls this; its threads started later inherit its core.
  /// Errors: DeviceError when the system refuses; InternalFault while a call is running.
  void pin();

 private:
  struct Worker;
  struct Job;

  bool acquire();
  void release();
  std::int64_t start_threads(std::int64_t workers);
  void stop_threads();
  void serve(Worker& worker);
  void leave_core_of_others(Worker& worker);
  void dismiss_absent(std::int64_t workers);
  void wait_for_others();

  std::int64_t threads_;
  std::vector<int> cores_;
  OpenmpRuntimes openmp_;
  std::int64_t spin_us_;

  // 2 * the generation of the process that used the pool last, + 1 while it does. What a fork leaves behind, also in
  // the middle of a call, is of another generation and therefore free.
  std::atomic<std::uint64_t> owner_;

  // Only who acquired the pool touches these.
  std::unique_ptr<Worker[]> crew_;  // crew_[i] is worker i + 1
  std::int64_t started_ = 0;
  bool startable_ = true;  // until the system refuses a thread
  std::uint64_t crew_generation_;
  bool pinned_ = false;
  pid_t pinned_caller_ = 0;
  std::vector<int> affinity_before_;  // of the pinned caller

  Job* job_ = nullptr;
  std::atomic<int> caller_core_ = -1;                   // when it last woke a worker
  alignas(64) std::atomic<std::uint32_t> pending_ = 0;  // workers not done, + kCallerSleeps
};

}  // namespace mikpoly
