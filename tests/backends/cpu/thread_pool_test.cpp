#include "backends/cpu/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

struct Thread {
  std::string id;
  char state;  // 'S' sleeps, 'R' runs
};

std::vector<Thread> threads_of_process() {
  std::vector<Thread> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(entry.path() / "stat");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::size_t name_end = text.rfind(')');
    if (name_end != std::string::npos) threads.push_back({entry.path().filename(), text.at(name_end + 2)});
  }
  return threads;
}

/// Returns when all threads but the caller sleep; that they never do is a time-out.
void wait_until_others_sleep() {
  const std::string own = std::to_string(gettid());
  const auto sleeps = [&](const Thread& thread) { return thread.id == own || thread.state == 'S'; };
  while (!std::ranges::all_of(threads_of_process(), sleeps)) std::this_thread::yield();
}

/// How often each worker ran in one call; index: worker.
std::vector<int> times_run(ThreadPool& pool, std::int64_t workers) {
  std::vector<std::atomic<int>> times(static_cast<std::size_t>(pool.threads()));
  pool.run(workers, [&](std::int64_t worker, std::int64_t) { times.at(static_cast<std::size_t>(worker)) += 1; });
  return {times.begin(), times.end()};
}

/// The number of workers that a call is told.
std::int64_t workers_of_call(ThreadPool& pool) {
  std::atomic<std::int64_t> told = 0;
  pool.run([&](std::int64_t, std::int64_t workers) { told = workers; });
  return told;
}

}  // namespace

TEST_CASE("each worker runs the body once", "[cpu]") {
  ThreadPool pool(4);

  CHECK(pool.threads() == 4);
  CHECK(workers_of_call(pool) == 4);
  CHECK(times_run(pool, 4) == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("a call may have fewer workers than the pool, not more", "[cpu]") {
  ThreadPool pool(4);

  CHECK(times_run(pool, 2) == std::vector<int>{1, 1, 0, 0});
  CHECK(times_run(pool, 3) == std::vector<int>{1, 1, 1, 0});
  CHECK(times_run(pool, 9) == std::vector<int>{1, 1, 1, 1});
  CHECK_THROWS_AS(times_run(pool, 0), InternalFault);
}

TEST_CASE("the caller is worker 0 and each worker is one thread", "[cpu]") {
  ThreadPool pool(3);
  std::array<std::thread::id, 3> first;
  std::array<std::thread::id, 3> second;

  pool.run([&](std::int64_t worker, std::int64_t) {
    first.at(static_cast<std::size_t>(worker)) = std::this_thread::get_id();
  });
  pool.run([&](std::int64_t worker, std::int64_t) {
    second.at(static_cast<std::size_t>(worker)) = std::this_thread::get_id();
  });

  CHECK(first[0] == std::this_thread::get_id());
  CHECK(first[1] != first[0]);
  CHECK(first[2] != first[0]);
  CHECK(first[2] != first[1]);
  CHECK(first == second);
}

TEST_CASE("threads are started when first needed and gone after destruction", "[cpu]") {
  const std::size_t before = threads_of_process().size();
  {
    ThreadPool pool(5);
    times_run(pool, 1);
    CHECK(threads_of_process().size() == before);
    times_run(pool, 3);
    CHECK(threads_of_process().size() == before + 2);
    times_run(pool, 5);
    times_run(pool, 2);
    CHECK(threads_of_process().size() == before + 4);
  }
  // A joined thread may be seen for a moment longer; that they never go would be a time-out.
  while (threads_of_process().size() != before) std::this_thread::yield();
}

TEST_CASE("one thread means the caller alone, however deep the calls", "[cpu]") {
  const std::size_t before = threads_of_process().size();
  ThreadPool pool(1);
  int depth = 0;

  pool.run([&](std::int64_t, std::int64_t) {
    pool.run([&](std::int64_t worker, std::int64_t workers) {
      if (worker == 0 && workers == 1) depth = 2;
    });
  });

  CHECK(depth == 2);
  CHECK(threads_of_process().size() == before);
}

TEST_CASE("0 threads are the default, 1000 are cut, a negative number is an error", "[cpu]") {
  CHECK(ThreadPool(0).threads() == default_threads());
  CHECK(ThreadPool(1).threads() == 1);
  CHECK_THROWS_WITH(ThreadPool(-3), "number of threads \"-3\" is negative; 0 means one per usable core");
  CHECK_THROWS_AS(ThreadPool(-3), ConfigError);

  ThreadPool pool(1000);
  CHECK(pool.threads() == std::max(ThreadPool::kMostThreads, default_threads()));
  CHECK(workers_of_call(pool) == pool.threads());
}

TEST_CASE("an idle pool sleeps and wakes for the next call", "[cpu]") {
  ThreadPool pool(static_cast<std::int64_t>(GENERATE(2, 4)));

  for (int call = 0; call < 3; ++call) {
    CHECK(workers_of_call(pool) == pool.threads());
    wait_until_others_sleep();
  }
}

// The worker is put on the caller's core while it sleeps and may leave it: the scheduler alone would wake it there. Not
// every time, because the scheduler may always move a thread.
TEST_CASE("a worker that wakes on its caller's core moves to another one", "[cpu]") {
  constexpr int kRounds = 20;
  const std::vector<int> cores = affinity_of(0);
  ThreadPool pool(2);
  if (cores.size() < 2 || default_threads() < 2) {
    WARN("skipped: needs two cores");
    return;
  }
  pid_t worker_thread = 0;
  const auto note_thread = [&](std::int64_t worker, std::int64_t) {
    if (worker == 1) worker_thread = gettid();
  };
  pool.run(note_thread);
  REQUIRE(set_affinity(0, {cores.front()}));

  int apart = 0;
  for (int round = 0; round < kRounds; ++round) {
    wait_until_others_sleep();
    set_affinity(worker_thread, {cores.front()});
    int core = cores.front();
    pool.run([&](std::int64_t worker, std::int64_t) {
      if (worker == 1) set_affinity(0, cores);
    });
    wait_until_others_sleep();
    pool.run([&](std::int64_t worker, std::int64_t) {
      if (worker == 1) core = sched_getcpu();
    });
    apart += core != cores.front() ? 1 : 0;
  }
  REQUIRE(set_affinity(0, cores));

  CHECK(apart >= kRounds / 2);
}

TEST_CASE("a call from within a body runs in its caller", "[cpu]") {
  ThreadPool pool(3);
  std::array<std::int64_t, 3> inner = {};
  std::array<bool, 3> same_thread = {};

  pool.run([&](std::int64_t outer, std::int64_t) {
    const auto thread = std::this_thread::get_id();
    pool.run([&](std::int64_t, std::int64_t workers) {
      inner.at(static_cast<std::size_t>(outer)) = workers;
      same_thread.at(static_cast<std::size_t>(outer)) = std::this_thread::get_id() == thread;
    });
  });

  CHECK(inner == std::array<std::int64_t, 3>{1, 1, 1});
  CHECK(same_thread == std::array<bool, 3>{true, true, true});
}

TEST_CASE("calls of many threads at once all do their work", "[cpu]") {
  constexpr int kCallers = 8;
  constexpr int kCalls = 500;
  ThreadPool pool(3);
  std::array<int, kCallers> wrong = {};
  const auto call_often = [&](int& faults) {
    for (int call = 0; call < kCalls; ++call) {
      std::array<std::atomic<std::int64_t>, 3> ran = {};
      std::atomic<std::int64_t> told = 0;
      pool.run([&](std::int64_t worker, std::int64_t workers) {
        ran.at(static_cast<std::size_t>(worker)) += 1;
        told = workers;
      });
      const std::int64_t others = told == 3 ? 1 : 0;
      if ((told != 1 && told != 3) || ran[0] != 1 || ran[1] != others || ran[2] != others) ++faults;
    }
  };

  std::vector<std::thread> callers;
  for (int& faults : wrong) callers.emplace_back([&] { call_often(faults); });
  for (std::thread& caller : callers) caller.join();

  CHECK(wrong == std::array<int, kCallers>{});
}

TEST_CASE("an exception of any worker reaches the caller when all are done", "[cpu]") {
  ThreadPool pool(4);
  const auto thrower = static_cast<std::int64_t>(GENERATE(0, 1, 3));
  std::atomic<int> others = 0;
  const auto body = [&](std::int64_t worker, std::int64_t) {
    if (worker == thrower) throw ShapeError("worker " + std::to_string(worker));
    std::this_thread::yield();
    others += 1;
  };

  CHECK_THROWS_WITH(pool.run(body), "worker " + std::to_string(thrower));
  CHECK(others == 3);
  CHECK_THROWS_AS(pool.run(body), ShapeError);
  CHECK(times_run(pool, 4) == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("of several exceptions one reaches the caller", "[cpu]") {
  ThreadPool pool(4);

  for (int call = 0; call < 100; ++call) {
    CHECK_THROWS_AS(pool.run([](std::int64_t, std::int64_t) { throw std::length_error("all"); }), std::length_error);
  }
  CHECK_THROWS_AS(pool.run(1, [](std::int64_t, std::int64_t) { throw 7; }), int);
  CHECK(workers_of_call(pool) == 4);
}

// The sum over calls and workers of worker + 1 is calls * 3.
TEST_CASE("many small calls lose no work", "[cpu]") {
#ifdef __SANITIZE_THREAD__
  constexpr std::int64_t kCalls = 100'000;
#else
  constexpr std::int64_t kCalls = 1'000'000;
#endif
  ThreadPool pool(2);
  std::array<std::int64_t, 32> sums = {};  // not atomic: a call is over when all is written

  for (std::int64_t call = 0; call < kCalls; ++call) {
    pool.run([&](std::int64_t worker, std::int64_t) { sums.at(static_cast<std::size_t>(worker) * 16) += worker + 1; });
  }

  CHECK(sums[0] + sums[16] == kCalls * 3);
}

TEST_CASE("tasks of a common counter are all done, whoever comes", "[cpu]") {
  constexpr int kTasks = 5;
  ThreadPool pool(4);
  std::int64_t faults = 0;

  for (int call = 0; call < 5000; ++call) {
    std::atomic<int> next = 0;
    std::array<int, kTasks> done = {};
    pool.run(
        4,
        [&](std::int64_t, std::int64_t) {
          for (int task = next++; task < kTasks; task = next++) done.at(static_cast<std::size_t>(task)) += 1;
        },
        Attendance::who_comes_now);
    faults += std::ranges::count_if(done, [](int times) { return times != 1; });
  }

  CHECK(faults == 0);
  CHECK(times_run(pool, 4) == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("pinned workers stay on one core each and the caller gets its affinity back", "[cpu]") {
  const std::vector<int> cores = affinity_of(0);
  std::vector<std::vector<int>> masks(cores.size() + 1);
  {
    ThreadPool pool(static_cast<std::int64_t>(masks.size()));
    CHECK(workers_of_call(pool) == pool.threads());
    CHECK(affinity_of(0) == cores);

    pool.pin();
    pool.run([&](std::int64_t worker, std::int64_t) { masks.at(static_cast<std::size_t>(worker)) = affinity_of(0); });
    pool.pin();
    std::thread([&] {
      CHECK_THROWS_AS(pool.run([&](std::int64_t, std::int64_t) { pool.pin(); }), InternalFault);
    }).join();
  }

  for (std::size_t worker = 0; worker < masks.size(); ++worker) {
    CHECK(masks[worker] == std::vector<int>{cores[worker % cores.size()]});
  }
  CHECK(affinity_of(0) == cores);
}
