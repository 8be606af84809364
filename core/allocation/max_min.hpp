// Max-min static allocation: longest-processing-time list scheduling of all regions' tasks, in closed form.
//
// Every task goes to the slot that is free first, longest tasks first. Tasks of a region are alike, and slots with the
// same load are alike, so the schedule is a few groups of slots, not a list of tasks.
//
// Source: MikPoly (ASPLOS'24) names max-min allocation without details; LPT with identical machines is its usual
// meaning, makespan <= 4/3 - 1/(3 slots) of the optimum (Graham 1969). core/decisions/max_min_allocation.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/units.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

/// Tasks of one region that have the same length.
struct TaskClass {
  std::int64_t count = 0;
  Picoseconds time;
  std::int64_t region = 0;  ///< position in the plan
};

/// Most classes of a plan: of a trimmed kernel the tasks at a region's right, bottom and corner have lengths of their
/// own.
inline constexpr std::int64_t kMaxTaskClasses = 4 * kMaxRegions;

/// Slots that got the same tasks.
struct SlotGroup {  // no initialisers: of the schedule's groups only those in use are written
  std::int64_t slots;
  Picoseconds load;
  std::array<std::int64_t, kMaxRegions> tasks;  ///< per region
};

class Schedule {
 public:
  /// Groups in ascending load; their slots add up to the slots of the machine.
  [[nodiscard]] std::span<const SlotGroup> groups() const { return {groups_.data(), count_}; }

 private:
  friend Schedule max_min(std::span<TaskClass> classes, std::int64_t slots);
  void give(const TaskClass& task, std::int64_t slots);
  std::int64_t catch_up(const TaskClass& task, std::int64_t left);
  void split(std::size_t group, std::int64_t slots);
  void sort_lowest();

  std::array<SlotGroup, kMaxTaskClasses + 1> groups_;
  std::size_t count_ = 0;
};

/// `classes`, at most kMaxTaskClasses, is sorted in place, longest first (ties: earlier region first).
/// Cost: a few integer divisions per class and group; no allocation.
Schedule max_min(std::span<TaskClass> classes, std::int64_t slots);

/// The schedule of a plan: tasks of every region, each as long as its kernel's g_predict says.
Schedule schedule_of(const Plan& plan, const KernelLibrary& library, std::int64_t slots);

}  // namespace mikpoly
