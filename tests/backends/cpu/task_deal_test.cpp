#include "backends/cpu/task_deal.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

std::vector<std::int64_t> played(cpu::TaskDeal& deal, std::int64_t worker) {
  std::vector<std::int64_t> tasks;
  deal.play(worker, [&](std::int64_t task) { tasks.push_back(task); });
  return tasks;
}

}  // namespace

TEST_CASE("a worker plays its own hand and then those of who did not come", "[cpu]") {
  cpu::TaskDeal deal(7, 3);
  CHECK(played(deal, 1) == std::vector<std::int64_t>{1, 4, 2, 5, 0, 3, 6});
  CHECK(played(deal, 0).empty());
}

TEST_CASE("more workers than hands share them", "[cpu]") {
  constexpr std::int64_t kMany = 3 * cpu::TaskDeal::kMostHands + 1;
  cpu::TaskDeal deal(2 * kMany, kMany);
  CHECK(played(deal, kMany - 1).size() == 2 * kMany);
}

TEST_CASE("every task is run once, whoever is quick", "[cpu]") {
  constexpr std::int64_t kTasks = 1000;
  constexpr std::int64_t kWorkers = 4;
  for (int deals = 0; deals < 20; ++deals) {
    cpu::TaskDeal deal(kTasks, kWorkers);
    std::vector<std::vector<std::int64_t>> tasks(kWorkers);
    std::vector<std::thread> threads;
    for (std::int64_t worker = 0; worker < kWorkers; ++worker) {
      threads.emplace_back([&, worker] { tasks[static_cast<std::size_t>(worker)] = played(deal, worker); });
    }
    std::vector<std::int64_t> all;
    for (std::int64_t worker = 0; worker < kWorkers; ++worker) {
      threads[static_cast<std::size_t>(worker)].join();
      const std::vector<std::int64_t>& own = tasks[static_cast<std::size_t>(worker)];
      all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    CHECK(all.size() == kTasks);
    CHECK(std::ranges::adjacent_find(all) == all.end());
  }
}
