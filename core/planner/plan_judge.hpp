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
};

}  // namespace mikpoly
