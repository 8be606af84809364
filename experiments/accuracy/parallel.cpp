#include "experiments/accuracy/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "backends/cpu/usable_cores.hpp"

namespace mikpoly::lab {

void for_each_index(std::size_t count, std::size_t share, const std::function<void(std::size_t)>& work,
                    std::int64_t threads) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex guard;
  std::exception_ptr fault;
  const auto take = [&] {
    for (std::size_t begin = 0; !failed && (begin = next.fetch_add(share)) < count;) {
      try {
        for (std::size_t i = begin; i < std::min(begin + share, count); ++i) work(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!fault) fault = std::current_exception();
        failed = true;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    const std::int64_t workers = threads == 0 ? default_threads() : threads;
    for (std::int64_t i = 1; i < workers; ++i) helpers.emplace_back(take);
    take();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace mikpoly::lab
