#include "backends/cpu/openmp_runtimes.hpp"

#include <array>
#include <cstdint>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "backends/cpu/thread_pool.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("a process that is in no parallel region is told so", "[cpu]") {
  CHECK(!OpenmpRuntimes().in_parallel_region());
}

#ifdef _OPENMP
TEST_CASE("in an OpenMP parallel region a call has one worker, after it all again", "[cpu]") {
  constexpr int kThreads = 3;
  ThreadPool pool(2);
  std::array<std::int64_t, kThreads> workers_seen = {};
  int team = 0;
  bool in_region = true;

#pragma omp parallel num_threads(kThreads) reduction(+ : team) reduction(&& : in_region)
  {
    in_region = OpenmpRuntimes().in_parallel_region();
// One thread after the other, so that it is not for another caller's sake that the pool cannot be had.
#pragma omp critical
    pool.run([&](std::int64_t, std::int64_t workers) {
      workers_seen.at(static_cast<std::size_t>(omp_get_thread_num())) = workers;
    });
    team = 1;
  }
  std::int64_t workers_after = 0;
  pool.run([&](std::int64_t worker, std::int64_t workers) {
    if (worker == 0) workers_after = workers;
  });

  REQUIRE(team == kThreads);
  CHECK(in_region);
  CHECK(workers_seen == std::array<std::int64_t, kThreads>{1, 1, 1});
  CHECK(workers_after == 2);
}
#endif
