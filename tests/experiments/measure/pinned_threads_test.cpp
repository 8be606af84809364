#include "experiments/measure/pinned_threads.hpp"

#include <atomic>
#include <latch>
#include <thread>
#include <unistd.h>
#include <vector>

#include "backends/cpu/usable_cores.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

TEST_CASE("The caller and a thread that appears later stay on cores of their own, and the caller gets its mask back") {
  const std::vector<int> before = affinity_of(0);
  if (before.size() < 2) {
    WARN("not checked: there is one core");
    return;
  }
  {
    PinnedThreads pinned(2);
    pinned.settle(0);
    const std::vector<int> own = affinity_of(0);
    REQUIRE(own.size() == 1);

    std::latch started(1);
    std::latch done(1);
    std::atomic<pid_t> other = 0;
    std::thread thread([&] {
      other = gettid();
      started.count_down();
      done.wait();
    });
    started.wait();
    pinned.settle(1);
    const std::vector<int> its = affinity_of(other);
    CHECK(its.size() == 1);
    CHECK(its != own);
    done.count_down();
    thread.join();
  }
  CHECK(affinity_of(0) == before);
}

TEST_CASE("With one thread nobody but the caller is pinned") {
  const std::vector<int> before = affinity_of(0);
  std::latch started(1);
  std::latch done(1);
  std::atomic<pid_t> other = 0;
  std::thread thread([&] {
    other = gettid();
    started.count_down();
    done.wait();
  });
  started.wait();
  {
    PinnedThreads pinned(1);
    pinned.settle(0);
    CHECK(affinity_of(0).size() == 1);
    CHECK(affinity_of(other) == before);
  }
  done.count_down();
  thread.join();
}

}  // namespace
}  // namespace mikpoly::lab
