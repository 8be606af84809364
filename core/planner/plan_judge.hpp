// How core judges a plan without knowing a simulator or a device: sim and the backends implement it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/measurement.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

class PlanJudge {
 public:
  virtual ~PlanJudge() = default;

  /// Time of the plan on the judged machine.
  [[nodiscard]] virtual Measurement judge(const Plan& plan) const = 0;

  /// A time that judge() can never be below; zero when nothing is known (a real device). Looks for no better one than
  /// `enough`.
  [[nodiscard]] virtual Picoseconds lower_bound(const Plan& plan, Picoseconds enough) const = 0;

  /// PE time that one task of a library kernel over this k extent takes at least, so that
  /// judge(plan) >= fixed_time() + sum of tasks * least_task_time / PEs.
  [[nodiscard]] virtual Picoseconds least_task_time(std::int64_t kernel, std::int64_t k) const = 0;

  /// Share of a PE's time until `end` that a task of the kernel over this k extent works at least: in a plan that is
  /// over before `end`, the shares of a PE's tasks add up to at most 1. More than 1: no such plan has the kernel.
  [[nodiscard]] virtual double least_share(std::int64_t kernel, std::int64_t k, Picoseconds end) const = 0;

  /// What loading takes of all PEs' time until `end` at least, in PEs. In a plan of the shape that is over before,
  ///   once + sum over regions of rows * tile columns * row + columns * tile rows * column + tasks * task <= PEs
  struct LoadShares {
    double row = 0.0;  ///< of one row of A, and all batch elements
    double column = 0.0;
    double once = 0.0;
    std::vector<double> task;  ///< by kernel of the library
  };
  [[nodiscard]] virtual LoadShares least_loading(const GemmShape& shape, Picoseconds end) const = 0;

  /// Part of every time that does not depend on the plan.
  [[nodiscard]] virtual Picoseconds fixed_time() const = 0;

  /// A time that no plan of the shape can be below: every operand is read once.
  [[nodiscard]] virtual Picoseconds least_time(const GemmShape& shape) const = 0;
};

}  // namespace mikpoly
