#include "backends/cpu/thread_pool.hpp"

#include <algorithm>
#include <exception>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <fmt/format.h>

#include "backends/cpu/fork_generation.hpp"
#include "backends/cpu/spin.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

// Longer than a call of a small GEMM and what lies between two of them; short against a time slice.
constexpr std::int64_t kSpinUs = 50;

// In pending_, beside the count.
constexpr std::uint32_t kCallerSleeps = std::uint32_t{1} << 31;

// What a worker is asked to do. Of four bytes, so that waiting for it is a futex.
enum class Call : std::uint32_t { none, none_and_asleep, work, quit };

std::int64_t thread_count(std::int64_t asked, std::int64_t usable) {
  if (asked < 0) {
    throw ConfigError(fmt::format("number of threads \"{}\" is negative; 0 means one per usable core", asked));
  }
  if (asked == 0) return usable;
  return std::min(asked, ThreadPool::most_threads(usable));
}

}  // namespace

// One call of run(), on the caller's stack.
struct ThreadPool::Job {
  WorkerBody body;
  std::int64_t workers;
  std::atomic_flag failed;
  std::exception_ptr failure;  // written by the one who sets `failed`

  void attend(std::int64_t worker) {
    try {
      body(worker, workers);
    } catch (...) {  // whatever it is, it belongs to the caller
      if (!failed.test_and_set()) failure = std::current_exception();
    }
  }
};

// Holds nothing that needs care when it is destroyed or reused, so that a child can drop what its parent was doing.
// Aligned to two cache lines, because cores fetch them in pairs.
struct alignas(128) ThreadPool::Worker {
  std::atomic<Call> call = Call::none;
  pthread_t thread = {};
  ThreadPool* pool = nullptr;
  std::int64_t index = 0;

  // Of the core that it was on when it woke last; -1 before.
  std::atomic<int> core = -1;

  // One exchange, so that either the worker has not yet gone to sleep or we know that it must be woken.
  void send(Call next) {
    if (call.exchange(next) != Call::none_and_asleep) return;
    pool->caller_core_.store(sched_getcpu(), std::memory_order_relaxed);
    call.notify_one();
  }

  // Waits for a call; returns whether it went to sleep for it.
  bool await(std::int64_t spin_us) {
    if (spin_until(spin_us, [this] { return call.load(std::memory_order_relaxed) != Call::none; })) return false;
    Call expected = Call::none;
    if (!call.compare_exchange_strong(expected, Call::none_and_asleep)) return false;
    call.wait(Call::none_and_asleep);
    return true;
  }

  // The call that has come; Call::none when it was taken back.
  Call take() {
    Call taken = Call::work;
    call.compare_exchange_strong(taken, Call::none, std::memory_order_acquire);
    return taken;
  }
};

ThreadPool::ThreadPool(std::int64_t threads)
    : cores_(affinity_of(0)), owner_(2 * fork_generation()), crew_generation_(fork_generation()) {
  const std::int64_t usable = default_threads();
  threads_ = thread_count(threads, usable);
  spin_us_ = threads_ > usable ? 0 : kSpinUs;  // who spins would keep another worker from its core
  crew_ = std::make_unique<Worker[]>(static_cast<std::size_t>(threads_ - 1));
}

ThreadPool::~ThreadPool() {
  const bool forked = crew_generation_ != fork_generation();
  if (!forked) stop_threads();
  // A child's only thread inherited the mask of the thread that forked; the parent's threads are not ours to change.
  if (pinned_) set_affinity(forked ? 0 : pinned_caller_, affinity_before_);
}

bool ThreadPool::acquire() {
  const std::uint64_t generation = fork_generation();
  std::uint64_t seen = owner_.load(std::memory_order_relaxed);
  if (seen == 2 * generation + 1) return false;
  if (!owner_.compare_exchange_strong(seen, 2 * generation + 1, std::memory_order_acquire)) return false;
  if (crew_generation_ != generation) {
    // We are a child: the threads are the parent's. What they were doing when it forked is forgotten.
    crew_generation_ = generation;
    started_ = 0;
    startable_ = true;
    if (pinned_) pinned_caller_ = gettid();
  }
  return true;
}

void ThreadPool::release() {
  owner_.store(2 * crew_generation_, std::memory_order_release);
}

std::int64_t ThreadPool::start_threads(std::int64_t workers) {
  while (started_ < workers - 1 && startable_) {
    Worker& worker = crew_[static_cast<std::size_t>(started_)];
    worker.call.store(Call::none, std::memory_order_relaxed);
    worker.pool = this;
    worker.index = started_ + 1;
    const auto entry = [](void* own) -> void* {
      auto* const self = static_cast<Worker*>(own);
      self->pool->serve(*self);
      return nullptr;
    };
    startable_ = pthread_create(&worker.thread, nullptr, entry, &worker) == 0;
    if (startable_) ++started_;
  }
  return std::min(workers, started_ + 1);
}

void ThreadPool::stop_threads() {
  for (std::int64_t i = 0; i < started_; ++i) crew_[static_cast<std::size_t>(i)].send(Call::quit);
  for (std::int64_t i = 0; i < started_; ++i) pthread_join(crew_[static_cast<std::size_t>(i)].thread, nullptr);
  started_ = 0;
}

void ThreadPool::serve(Worker& worker) {
  // Refused, for a core that has gone since, the worker runs where the system likes.
  if (pinned_) set_affinity(0, {cores_[static_cast<std::size_t>(worker.index) % cores_.size()]});
  for (;;) {
    const bool slept = worker.await(spin_us_);
    const Call call = worker.take();
    if (call == Call::quit) return;
    if (call != Call::work) continue;
    if (slept && spin_us_ > 0 && !pinned_) {
      try {
        leave_core_of_others(worker);
      } catch (const std::exception&) {
        // Only speed is lost: where memory is short or the system does not tell the mask, the worker stays.
      }
    }
    job_->attend(worker.index);
    if (pending_.fetch_sub(1) == (kCallerSleeps | 1)) pending_.notify_one();
  }
}

// The scheduler may wake a worker on the core of its caller and leave it there for long: either spins, or sleeps, while
// the other one waits for the core. On an otherwise idle machine of two cores a call then took 104 us instead of 0.2
// us. A mask without the cores of the others moves the thread at once, and giving it its mask back does not move it
// again.
void ThreadPool::leave_core_of_others(Worker& worker) {
  std::vector<int> taken = {caller_core_.load(std::memory_order_relaxed)};
  for (std::int64_t i = 0; i < threads_ - 1; ++i) {
    const Worker& other = crew_[static_cast<std::size_t>(i)];
    if (&other != &worker) taken.push_back(other.core.load(std::memory_order_relaxed));
  }
  const auto is_taken = [&](int core) { return std::ranges::find(taken, core) != taken.end(); };
  if (is_taken(sched_getcpu())) {
    const std::vector<int> mask = affinity_of(0);
    std::vector<int> free = mask;
    std::erase_if(free, is_taken);
    if (!free.empty() && set_affinity(0, free)) set_affinity(0, mask);
  }
  worker.core.store(sched_getcpu(), std::memory_order_relaxed);
}

void ThreadPool::run(std::int64_t workers, WorkerBody body, Attendance attendance) {
  ensure(workers >= 1, "a call has at least one worker");
  workers = std::min(workers, threads_);
  if (workers == 1 || openmp_.in_parallel_region() || !acquire()) {
    body(0, 1);
    return;
  }
  workers = start_threads(workers);
  Job job{.body = body, .workers = workers, .failed = {}, .failure = nullptr};
  job_ = &job;
  pending_.store(static_cast<std::uint32_t>(workers - 1), std::memory_order_relaxed);
  for (std::int64_t i = 0; i < workers - 1; ++i) crew_[static_cast<std::size_t>(i)].send(Call::work);
  job.attend(0);
  if (attendance == Attendance::who_comes_now) dismiss_absent(workers);
  wait_for_others();
  release();
  if (job.failure) std::rethrow_exception(job.failure);
}

// A worker takes its call by setting it back to none; where we do so first, it will not come.
void ThreadPool::dismiss_absent(std::int64_t workers) {
  for (std::int64_t i = 0; i < workers - 1; ++i) {
    Call expected = Call::work;
    if (crew_[static_cast<std::size_t>(i)].call.compare_exchange_strong(expected, Call::none)) pending_.fetch_sub(1);
  }
}

void ThreadPool::wait_for_others() {
  if (spin_until(spin_us_, [this] { return pending_.load(std::memory_order_acquire) == 0; })) return;
  std::uint32_t seen = pending_.fetch_or(kCallerSleeps) | kCallerSleeps;
  while (seen != kCallerSleeps) {
    pending_.wait(seen);
    seen = pending_.load(std::memory_order_acquire);
  }
}

void ThreadPool::pin() {
  ensure(acquire(), "pin() is called between calls of run()");
  stop_threads();  // the next ones are pinned when they start
  if (!pinned_) affinity_before_ = affinity_of(0);
  pinned_caller_ = gettid();
  pinned_ = set_affinity(0, {cores_.front()});
  release();
  if (!pinned_) throw DeviceError(fmt::format("the system refuses to keep the thread on core {}", cores_.front()));
}

}  // namespace mikpoly
