// Calls from many threads at once. Under ThreadSanitizer only our backends run: it does not see into the libraries'
// thread pools.
#include <atomic>
#include <thread>

#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

#ifdef __SANITIZE_THREAD__
constexpr bool kPeersToo = false;
#else
constexpr bool kPeersToo = true;
#endif

// Products of all ones, for which every element of D is k. Returns how many elements were wrong.
int wrong_elements(Backend& backend, int seed) {
  int wrong = 0;
  for (std::int64_t i = 0; i < 20; ++i) {
    GemmProblem problem;
    problem.shape = {17 + i % 5, 33 + seed, 20 + i};
    const auto [m, n, k, batch] = problem.shape;
    const std::vector<float> a(static_cast<std::size_t>(m * k), 1.0F);
    const std::vector<float> b(static_cast<std::size_t>(k * n), 1.0F);
    std::vector<float> d(static_cast<std::size_t>(m * n), -1.0F);
    backend.run(problem, {.a = a.data(), .b = b.data(), .d = d.data()});
    for (const float value : d) wrong += value == static_cast<float>(k) ? 0 : 1;
  }
  return wrong;
}

}  // namespace

TEST_CASE("many threads may call one backend at once", "[conformance]") {
  for (const Candidate& candidate : make_candidates({.own = 2})) {
    if (candidate.is_peer && !kPeersToo) continue;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&candidate, &wrong, t] { wrong += wrong_elements(*candidate.backend, t); });
    }
    for (std::thread& thread : threads) thread.join();
    INFO(candidate.name);
    CHECK(wrong == 0);
  }
}
