// What kernels chosen for a workload gain on it over the general set, and what they lose elsewhere.
//
// Both sets plan every shape by `makespan`. Of the plans: the model's time with pattern I, by which the kernels were
// chosen; the model's time with all patterns; and, where there is a simulator, the simulated time of the latter.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/measurement.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/problem/workload.hpp"
#include "experiments/purpose/purpose_tuning.hpp"

namespace mikpoly::lab {

/// One time of the plans of both sets.
struct SetComparison {
  std::string patterns;  ///< "I", "I..IX"
  TimeSource source = TimeSource::predicted;
  double general_us = 0.0;  ///< weighted mean over the shapes
  double chosen_us = 0.0;
  std::vector<double> ratios;  ///< chosen / general, per shape

  /// Share of the general set's time that is saved; negative where it is lost.
  [[nodiscard]] double gain() const { return 1.0 - chosen_us / general_us; }
};

/// Shapes on which a set is judged.
struct JudgedPart {
  std::string name;
  bool outside = false;  ///< another workload
  double weight = 1.0;   ///< of the workload's
  std::vector<WeightedShape> shapes;
  std::vector<SetComparison> times;
};

/// Where plans are made, and who judges them.
struct PurposeJudge {
  const Accelerator& accelerator;
  std::vector<std::string> patterns;
  bool simulated = false;        ///< by the simulator too
  std::vector<Purpose> outside;  ///< what the chosen kernels were not chosen for
};

/// The shipped workloads that stand for all others: log-uniform-500 and deepbench.
/// Errors: as load_workload().
std::vector<Purpose> outside_workloads();

/// The workload, each half with the set that the other half chose, and the outside workloads but itself.
/// Errors: as Planner::plan().
std::vector<JudgedPart> judge_purpose(const PurposeTuning& tuning, const PurposeJudge& judge);

/// The first count of kernels whose mean regret is at most 1 + `excess`; 0 when there is none.
std::int64_t enough(std::span<const double> regrets, double excess);

}  // namespace mikpoly::lab
