// Plans of many shapes as Python sees them: arrays over the plans, and over their regions.
#pragma once

#include <memory>
#include <vector>

#include "core/planner/plan_table.hpp"
#include "experiments/engine/workbench.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {

struct Plans {
  std::shared_ptr<const lab::Workbench> bench;  ///< whose kernels the plans name
  std::shared_ptr<const PlanTable> table;
  std::vector<py::ssize_t> shape;  ///< of the arrays; its product is the number of plans
};

/// One of them. Its text is that of `mikpoly explain`.
struct OnePlan {
  std::shared_ptr<const lab::Workbench> bench;
  Plan plan;
  double predicted_us = 0.0;  ///< NaN where the selector declined the shape

  [[nodiscard]] std::string text() const;
};

}  // namespace mikpoly::python
