// Makespan of kernels that trim their edges: completion time of the tasks of all regions together, each as long as what
// it computes.
//
//   schedule = load of the last slot when every task goes to the slot that is free first, longest tasks first
//   bare     = schedule
//   full     = max(schedule, bytes from and to main memory / its rate) + start, the latter where two slots have work
//
// One slot: the plain sum of all tasks. The engine deals tasks out region by region instead, those of the largest tasks
// first, and who is done takes what others have left; the last slot then ends at most one task later. Main memory is
// charged where the operands do not fit the nearest shared level: below that they are taken as already there, as a
// caller who has just made them finds them.
//
// Source: list scheduling as in allocation/max_min.hpp, traffic as in cost/traffic.hpp; ours.
// Known limits: tasks do not slow each other down beyond what the surfaces, sampled with all PEs busy, hold.
#pragma once

#include <span>

#include "core/allocation/max_min.hpp"
#include "core/cost/cost_model.hpp"
#include "core/cost/task_times.hpp"

namespace mikpoly {

class TrimmedMakespan final : public CostModel {
 public:
  /// `bare`: without main memory and start.
  TrimmedMakespan(const Accelerator& accelerator, const KernelLibrary& library, bool bare);

  [[nodiscard]] Picoseconds cost(const Plan& plan) const override;
  [[nodiscard]] std::vector<CostTerm> explain(const Plan& plan) const override;
  [[nodiscard]] std::optional<AdditiveForm> additive() const override { return std::nullopt; }

  /// Completion time of the regions' tasks. Cost: some ten nanoseconds a kind of task; no allocation.
  [[nodiscard]] Picoseconds schedule(std::span<const RegionTasks> regions) const;

  /// What a plan of so many tasks pays once.
  [[nodiscard]] Picoseconds start(std::int64_t tasks) const { return tasks > 1 && slots_ > 1 ? start_ : Picoseconds{}; }

  /// Time that main memory needs for the plan's bytes; zero when all operands fit the nearest shared level.
  [[nodiscard]] Picoseconds main_memory(const Plan& plan) const;

  /// Whether main_memory() is zero for every plan of the shape.
  [[nodiscard]] bool stays_near(const GemmShape& shape) const;

  [[nodiscard]] std::int64_t slots() const { return slots_; }

 private:
  struct Parts;
  [[nodiscard]] Parts parts_of(const Plan& plan) const;

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  bool bare_;
  std::int64_t slots_;
  Picoseconds start_;
};

}  // namespace mikpoly
