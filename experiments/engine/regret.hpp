// regret = time / reference >= 1: what a choice costs against the best one known. "Of ORACLE" is 1 / regret.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/cost/cost_model.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "experiments/engine/result_row.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {

/// time / reference; nothing when there is no reference, or when one of them took no time.
std::optional<double> regret_of(const std::optional<RowTimes>& times, std::optional<Picoseconds> reference);

/// Time of the row of `selector` with that pattern set; nothing when it is not there or failed.
std::optional<Picoseconds> time_of(std::span<const ResultRow> rows, std::string_view selector,
                                   std::string_view pattern_set);

/// Fills `regret` of all rows of one point from its oracle row with the run's largest pattern set.
void score_against_oracle(std::span<ResultRow> rows, std::string_view largest_set);

/// The reference of `regret_all`: the best pattern-I plan over every feasible candidate, not only the kept kernels.
class SingleKernelReference {
 public:
  /// The accelerator must outlive it. Times all candidates, as S1 does.
  SingleKernelReference(const Accelerator& accelerator, const LibraryKey& key, const sim::SimulationOptions& options);
  SingleKernelReference(const SingleKernelReference&) = delete;
  SingleKernelReference& operator=(const SingleKernelReference&) = delete;

  /// Cost: a prediction for each candidate, a simulation for each whose lower bound is below the best time so far.
  [[nodiscard]] Picoseconds best_time(const GemmShape& shape) const;

 private:
  KernelLibrary candidates_;
  sim::Simulator simulator_;
  std::unique_ptr<CostModel> makespan_;
};

}  // namespace mikpoly::lab
