// Predicted time of a plan. The interface takes a whole plan, because a region alone cannot know what the last wave
// of its neighbour leaves idle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

/// One line of an explanation: a named part of the cost.
struct CostTerm {
  std::string name;  ///< e.g. "region a: 3 waves x 12.1 us"
  Picoseconds amount;
};

/// How an additive model weighs a region: the factors of Eq. 2 it keeps. The planner searches additive models exactly.
struct AdditiveForm {
  bool waves = true;          ///< f_wave
  bool pipe = true;           ///< f_pipe; without it a wave counts 1 ps
  bool per_mac = false;       ///< f_pipe divided by the multiply-accumulates of the task, in ps per 2^20 of them
  bool ties_by_pipe = false;  ///< equal costs: least sum of f_pipe first
};

class CostModel {
 public:
  virtual ~CostModel() = default;

  /// Predicted device time.
  ///
  /// Shapes:  the regions cover the plan's shape; an edge tile is charged as a full one.
  /// Units:   picoseconds on the accelerator given at construction (waves for `wave`).
  /// Cost:    called in the planner's inner loop; must not allocate.
  [[nodiscard]] virtual Picoseconds cost(const Plan& plan) const = 0;

  /// The same number, term by term; the terms' names say how they combine.
  [[nodiscard]] virtual std::vector<CostTerm> explain(const Plan& plan) const = 0;

  /// Set when the cost is a sum over regions that do not know each other.
  [[nodiscard]] virtual std::optional<AdditiveForm> additive() const = 0;
};

}  // namespace mikpoly
