// Plans for machines that add up parts of k: shapes of few tiles and long k are split over tasks.
#pragma once

#include <memory>

#include "core/cost/cost_model.hpp"
#include "core/planner/planner.hpp"

namespace mikpoly {

class SplitKPlanner final : public Planner {
 public:
  /// Accelerator and library must outlive it.
  SplitKPlanner(std::unique_ptr<Planner> unsplit, const Accelerator& accelerator, const KernelLibrary& library);

  /// The plan of `unsplit`, or one tile for all of D with k in parts where `makespan` finds that cheaper, the adding up
  /// included.
  /// Errors: as Planner::plan().
  /// Cost:   that of `unsplit`; beside it some 100 us for 40 kernels where tiles leave places of the machine empty.
  [[nodiscard]] Plan plan(const GemmShape& shape) const override;

 private:
  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  std::unique_ptr<Planner> unsplit_;
  std::unique_ptr<CostModel> model_;
};

}  // namespace mikpoly
