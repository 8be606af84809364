#include "core/allocation/max_min.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

// List scheduling task by task: what max_min() does in closed form.
std::vector<std::int64_t> loads_one_by_one(std::vector<TaskClass> classes, std::int64_t slots) {
  std::stable_sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
  std::vector<std::int64_t> loads(static_cast<std::size_t>(slots), 0);
  for (const TaskClass& task : classes) {
    for (std::int64_t i = 0; i < task.count; ++i) *std::min_element(loads.begin(), loads.end()) += task.time.count;
  }
  std::sort(loads.begin(), loads.end());
  return loads;
}

std::vector<std::int64_t> loads_of(const Schedule& schedule) {
  std::vector<std::int64_t> loads;
  for (const SlotGroup& group : schedule.groups()) {
    for (std::int64_t i = 0; i < group.slots; ++i) loads.push_back(group.load.count);
  }
  return loads;
}

}  // namespace

// 5 tasks of 10 on 4 slots: one slot gets two. Then 3 tasks of 4: the three lowest get one each.
TEST_CASE("longer tasks first, each to the slot that is free first", "[allocation]") {
  std::array<TaskClass, 2> classes{{{3, {4}, 1}, {5, {10}, 0}}};

  const Schedule schedule = max_min(classes, 4);

  CHECK(loads_of(schedule) == std::vector<std::int64_t>{14, 14, 14, 20});
}

TEST_CASE("the closed form equals list scheduling task by task", "[allocation]") {
  SplitMix64 random(11);
  for (int round = 0; round < 3000; ++round) {
    const std::int64_t slots = 1 + static_cast<std::int64_t>(random.next() % 40);
    std::vector<TaskClass> classes;
    const auto count = 1 + random.next() % kMaxRegions;
    for (std::uint64_t i = 0; i < count; ++i) {
      classes.push_back({static_cast<std::int64_t>(random.next() % 150),
                         {1 + static_cast<std::int64_t>(random.next() % 60)},
                         static_cast<std::int64_t>(i)});
    }
    const std::vector<std::int64_t> wanted = loads_one_by_one(classes, slots);

    const Schedule schedule = max_min(classes, slots);

    REQUIRE(loads_of(schedule) == wanted);
    for (const TaskClass& task : classes) {
      std::int64_t given = 0;
      for (const SlotGroup& group : schedule.groups()) {
        given += group.slots * group.tasks[static_cast<std::size_t>(task.region)];
      }
      REQUIRE(given == task.count);
    }
  }
}
