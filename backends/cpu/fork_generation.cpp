#include "backends/cpu/fork_generation.hpp"

#include <atomic>
#include <pthread.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

std::atomic<std::uint64_t> generation{0};

int count_forks() {
  return pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });
}

}  // namespace

std::uint64_t fork_generation() {
  static const int refused = count_forks();
  ensure(refused == 0, "there is memory to watch for forks");
  return generation.load(std::memory_order_relaxed);
}

}  // namespace mikpoly
