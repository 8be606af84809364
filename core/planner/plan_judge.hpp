// How core judges a plan without knowing a simulator or a device: sim and the backends implement it.
#pragma once

#include "core/base/measurement.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

class PlanJudge {
 public:
  virtual ~PlanJudge() = default;

  /// Time of the plan on the judged machine.
  [[nodiscard]] virtual Measurement judge(const Plan& plan) const = 0;

  /// A time that judge() can never be below; zero when nothing is known (a real device).
  [[nodiscard]] virtual Picoseconds lower_bound(const Plan& plan) const = 0;

  /// PE time that one task of a library kernel over this k extent takes at least, so that
  /// judge(plan) >= fixed_time() + sum of tasks * least_task_time / PEs.
  [[nodiscard]] virtual Picoseconds least_task_time(std::int64_t kernel, std::int64_t k) const = 0;

  /// Part of every time that does not depend on the plan.
  [[nodiscard]] virtual Picoseconds fixed_time() const = 0;

  /// A time that no plan of the shape can be below: every operand is read once.
  [[nodiscard]] virtual Picoseconds least_time(const GemmShape& shape) const = 0;
};

}  // namespace mikpoly
