#include "experiments/measure/pinned_threads.hpp"

#include <latch>
#include <thread>
#include <unistd.h>
#include <vector>

#include "backends/cpu/usable_cores.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

// A thread that does nothing until it is destroyed.
class WaitingThread {
 public:
  WaitingThread()
      : thread_([this] {
          id_ = gettid();
          started_.count_down();
          done_.wait();
        }) {
    started_.wait();
  }
  ~WaitingThread() {
    done_.count_down();
    thread_.join();
  }
  WaitingThread(const WaitingThread&) = delete;
  WaitingThread& operator=(const WaitingThread&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }

 private:
  std::latch started_{1};
  std::latch done_{1};
  pid_t id_ = 0;  // written before started_ is counted down
  std::thread thread_;
};

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

    const WaitingThread other;
    pinned.settle(1);
    const std::vector<int> its = affinity_of(other.id());
    CHECK(its.size() == 1);
    CHECK(its != own);
  }
  CHECK(affinity_of(0) == before);
}

TEST_CASE("With one thread nobody but the caller is pinned") {
  const std::vector<int> before = affinity_of(0);
  const WaitingThread other;
  {
    PinnedThreads pinned(1);
    pinned.settle(0);
    CHECK(affinity_of(0).size() == 1);
    CHECK(affinity_of(other.id()) == before);
  }
}

}  // namespace
}  // namespace mikpoly::lab
