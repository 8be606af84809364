#include "core/allocation/max_min.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"

namespace mikpoly {

// Invariant of all members: groups_ is in ascending load.

void Schedule::split(std::size_t group, std::int64_t slots) {
  ensure(count_ < groups_.size(), "each class splits at most one group of slots");
  for (std::size_t i = count_; i > group; --i) groups_[i] = groups_[i - 1];
  groups_[group].slots = slots;
  groups_[group + 1].slots -= slots;
  ++count_;
}

// Moves the first group behind the groups with less load.
void Schedule::sort_lowest() {
  for (std::size_t i = 0; i + 1 < count_ && groups_[i].load > groups_[i + 1].load; ++i) {
    std::swap(groups_[i], groups_[i + 1]);
  }
}

// Gives the lowest group tasks until it passes the next one. Returns the tasks left.
std::int64_t Schedule::catch_up(const TaskClass& task, std::int64_t left) {
  SlotGroup& lowest = groups_[0];
  const std::int64_t distance = (groups_[1].load - lowest.load).count;
  const std::int64_t rounds = std::max<std::int64_t>(1, ceil_div(distance, task.time.count));
  const std::int64_t given = std::min(rounds, left / lowest.slots);
  lowest.load += task.time * given;
  lowest.tasks[static_cast<std::size_t>(task.region)] += given;
  left -= given * lowest.slots;
  if (given == rounds) {
    sort_lowest();
    return left;
  }
  if (left == 0) return 0;
  split(0, left);
  groups_[0].load += task.time;
  groups_[0].tasks[static_cast<std::size_t>(task.region)] += 1;
  sort_lowest();
  return 0;
}

void Schedule::give(const TaskClass& task, std::int64_t slots) {
  std::int64_t left = task.count;
  while (left > 0 && groups_[count_ - 1].load - groups_[0].load >= task.time && count_ > 1) {
    left = catch_up(task, left);
  }
  // All loads lie within one task of each other: whole rounds keep their order, the rest goes to the lowest slots.
  const auto region = static_cast<std::size_t>(task.region);
  for (std::size_t i = 0; i < count_; ++i) {
    groups_[i].load += task.time * (left / slots);
    groups_[i].tasks[region] += left / slots;
  }
  left %= slots;
  std::size_t served = 0;
  for (; left > 0; ++served) {
    if (left < groups_[served].slots) split(served, left);
    left -= groups_[served].slots;
    groups_[served].load += task.time;
    groups_[served].tasks[region] += 1;
  }
  // The served groups are now the highest, in the same order.
  std::rotate(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(served),
              groups_.begin() + static_cast<std::ptrdiff_t>(count_));
}

Schedule max_min(std::span<TaskClass> classes, std::int64_t slots) {
  for (std::size_t i = 1; i < classes.size(); ++i) {
    for (std::size_t j = i; j > 0 && classes[j - 1].time < classes[j].time; --j) std::swap(classes[j - 1], classes[j]);
  }
  Schedule schedule;
  schedule.groups_[0] = {slots, {}, {}};
  schedule.count_ = 1;
  for (const TaskClass& task : classes) {
    if (task.count > 0) schedule.give({task.count, std::max(task.time, Picoseconds{1}), task.region}, slots);
  }
  return schedule;
}

Schedule schedule_of(const Plan& plan, const KernelLibrary& library, std::int64_t slots) {
  std::array<TaskClass, kMaxRegions> classes;
  std::size_t count = 0;
  for (const PlannedRegion& planned : plan.regions()) {
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
    const Picoseconds time = kernel.time.latency(kernel.steps(planned.depth()));
    classes[count] = {
        task_count(planned, kernel.tile), {time.count / kernel.resources.occupancy}, static_cast<std::int64_t>(count)};
    ++count;
  }
  return max_min({classes.data(), count}, slots);
}

}  // namespace mikpoly
