// Apart from thread_pool_test.cpp because ThreadSanitizer does not follow a fork.
#include <atomic>
#include <cstdint>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

/// Exit status of a child that does this; -1 when it did not end by itself.
template <typename Work>
int status_of_child(const Work& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

/// Whether a call has this many workers, each of which runs once.
bool runs_with(ThreadPool& pool, std::int64_t expected) {
  std::atomic<std::int64_t> ran = 0;
  std::atomic<std::int64_t> told = 0;
  pool.run([&](std::int64_t, std::int64_t workers) {
    ran += 1;
    told = workers;
  });
  return ran == expected && told == expected;
}

}  // namespace

TEST_CASE("a pool works in a child and still in its parent", "[cpu]") {
  ThreadPool pool(3);
  REQUIRE(runs_with(pool, 3));

  CHECK(status_of_child([&] { return runs_with(pool, 3) && runs_with(pool, 3); }) == 0);
  CHECK(runs_with(pool, 3));
}

TEST_CASE("a child's child has threads of its own", "[cpu]") {
  ThreadPool pool(3);
  REQUIRE(runs_with(pool, 3));

  CHECK(status_of_child(
            [&] { return status_of_child([&] { return runs_with(pool, 3); }) == 0 && runs_with(pool, 3); }) == 0);
}

TEST_CASE("a pool can be destroyed in a child, used there or not", "[cpu]") {
  const auto child_of_used_pool = [](bool use) {
    auto pool = std::make_unique<ThreadPool>(3);
    runs_with(*pool, 3);
    return status_of_child([&] {
      const bool good = !use || runs_with(*pool, 3);
      pool.reset();
      return good;
    });
  };

  CHECK(child_of_used_pool(false) == 0);
  CHECK(child_of_used_pool(true) == 0);
}

TEST_CASE("a fork while another thread's call is running leaves the child a pool that works", "[cpu]") {
  ThreadPool pool(3);
  std::atomic<bool> inside = false;
  std::atomic<bool> leave = false;
  std::thread caller([&] {
    pool.run([&](std::int64_t, std::int64_t) {
      inside = true;
      inside.notify_all();
      leave.wait(false);
    });
  });
  inside.wait(false);

  const int status = status_of_child([&] { return runs_with(pool, 3); });
  const bool busy_in_parent = runs_with(pool, 1);
  leave = true;
  leave.notify_all();
  caller.join();

  CHECK(status == 0);
  CHECK(busy_in_parent);
  CHECK(runs_with(pool, 3));
}

TEST_CASE("forks at any moment of another thread's calls leave children that work", "[cpu]") {
  constexpr int kForks = 50;
  ThreadPool pool(3);
  std::atomic<bool> stop = false;
  std::thread caller([&] {
    while (!stop) pool.run([](std::int64_t, std::int64_t) {});
  });

  int good = 0;
  for (int i = 0; i < kForks; ++i) good += status_of_child([&] { return runs_with(pool, 3); }) == 0 ? 1 : 0;
  stop = true;
  caller.join();

  CHECK(good == kForks);
}

TEST_CASE("in a child a pinned pool pins its new threads and gives the child its affinity back", "[cpu]") {
  const std::vector<int> before = affinity_of(0);
  auto pool = std::make_unique<ThreadPool>(2);
  pool->pin();

  const int status = status_of_child([&] {
    std::atomic<int> pinned = 0;
    pool->run([&](std::int64_t, std::int64_t) { pinned += affinity_of(0).size() == 1 ? 1 : 0; });
    pool.reset();
    return pinned == 2 && affinity_of(0) == before;
  });
  const std::vector<int> in_parent = affinity_of(0);
  pool.reset();

  CHECK(status == 0);
  CHECK(in_parent == std::vector<int>{before.front()});
  CHECK(affinity_of(0) == before);
}

// The sanitizers reserve terabytes of addresses, so that the limit would refuse everything.
#ifndef MIKPOLY_SANITIZE
TEST_CASE("a call goes on with fewer workers when the system refuses threads", "[cpu]") {
  // Room for some of the stacks: they take 8 MiB each unless ulimit says otherwise.
  const auto limit_addresses = [] {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t bytes = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{100} << 20);
    const rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit) == 0;
  };

  CHECK(status_of_child([&] {
          ThreadPool pool(200);
          if (!limit_addresses()) return false;
          std::atomic<std::int64_t> ran = 0;
          std::atomic<std::int64_t> told = 0;
          pool.run([&](std::int64_t, std::int64_t workers) {
            ran += 1;
            told = workers;
          });
          return told > 1 && told < 200 && ran == told && runs_with(pool, told);
        }) == 0);
}
#endif
