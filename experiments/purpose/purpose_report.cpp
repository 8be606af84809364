#include "experiments/purpose/purpose_report.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/config/workload_loader.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/planner.hpp"
#include "experiments/accuracy/parallel.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kModel = "makespan";

/// The three times of a set's plans, per shape.
struct PlanTimes {
  std::vector<double> single_us;
  std::vector<double> predicted_us;
  std::vector<double> simulated_us;  ///< empty without a simulator
};

PlanTimes plan_times(const KernelLibrary& set, const PurposeJudge& judge, std::span<const WeightedShape> shapes) {
  const auto model = cost_models().find(kModel)(judge.accelerator, set);
  const auto single = make_planner(kModel, judge.accelerator, set, {"I"});
  const auto planner = make_planner(kModel, judge.accelerator, set, judge.patterns);
  std::optional<sim::Simulator> simulator;
  if (judge.simulated) simulator.emplace(judge.accelerator, set);
  PlanTimes times{.single_us = std::vector<double>(shapes.size()),
                  .predicted_us = std::vector<double>(shapes.size()),
                  .simulated_us = std::vector<double>(judge.simulated ? shapes.size() : 0)};
  constexpr std::size_t kShare = 8;
  for_each_index(shapes.size(), kShare, [&](std::size_t s) {
    const Plan plan = planner->plan(shapes[s].shape);
    times.single_us[s] = model->cost(single->plan(shapes[s].shape)).microseconds();
    times.predicted_us[s] = model->cost(plan).microseconds();
    if (simulator) times.simulated_us[s] = simulator->judge(plan).median.microseconds();
  });
  return times;
}

SetComparison compare(std::string patterns, TimeSource source, const std::vector<double>& general,
                      const std::vector<double>& chosen, std::span<const WeightedShape> shapes) {
  SetComparison comparison{.patterns = std::move(patterns), .source = source};
  double weight = 0.0;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    comparison.general_us += shapes[s].weight * general[s];
    comparison.chosen_us += shapes[s].weight * chosen[s];
    comparison.ratios.push_back(chosen[s] / general[s]);
    weight += shapes[s].weight;
  }
  comparison.general_us /= weight;
  comparison.chosen_us /= weight;
  return comparison;
}

void judge_part(JudgedPart& part, const KernelLibrary& chosen, const KernelLibrary& general,
                const PurposeJudge& judge) {
  const PlanTimes own = plan_times(chosen, judge, part.shapes);
  const PlanTimes other = plan_times(general, judge, part.shapes);
  const std::string all = name_of(judge.patterns);
  const auto add = [&](const std::string& patterns, TimeSource source, const std::vector<double>& of_general,
                       const std::vector<double>& of_chosen) {
    part.times.push_back(compare(patterns, source, of_general, of_chosen, part.shapes));
  };
  add("I", TimeSource::predicted, other.single_us, own.single_us);
  add(all, TimeSource::predicted, other.predicted_us, own.predicted_us);
  if (judge.simulated) add(all, TimeSource::simulated, other.simulated_us, own.simulated_us);
}

// Of the workload's shapes those with a weight among `weights`.
JudgedPart part_of(std::string name, const Purpose& purpose, const std::vector<double>& weights) {
  JudgedPart part{.name = std::move(name), .weight = 0.0};
  for (std::size_t s = 0; s < weights.size(); ++s) {
    if (weights[s] == 0.0) continue;
    part.shapes.push_back(purpose.shapes[s]);
    part.weight += weights[s];
  }
  return part;
}

}  // namespace

std::vector<Purpose> outside_workloads() {
  std::vector<Purpose> all;
  for (const char* const name : {"log-uniform-500", "deepbench"}) all.push_back(purpose_of(load_workload(name), 0.0));
  return all;
}

std::vector<JudgedPart> judge_purpose(const PurposeTuning& tuning, const PurposeJudge& judge) {
  const Purpose& purpose = tuning.purpose;
  std::vector<JudgedPart> parts;
  const auto add = [&](JudgedPart part, const KernelLibrary& chosen) {
    judge_part(part, chosen, tuning.general, judge);
    parts.push_back(std::move(part));
  };
  add(part_of(purpose.key.name, purpose, weights_of(tuning, -1)), tuning.chosen);
  if (!tuning.halves.empty()) {
    for (const int half : {0, 1}) {
      add(part_of(fmt::format("half {}, chosen for half {}", 1 - half, half), purpose, weights_of(tuning, 1 - half)),
          tuning.of_half[static_cast<std::size_t>(half)]);
    }
  }
  for (const Purpose& outside : judge.outside) {
    if (outside.key.hash == purpose.key.hash) continue;
    add({.name = outside.key.name, .outside = true, .shapes = outside.shapes}, tuning.chosen);
  }
  return parts;
}

std::int64_t enough(std::span<const double> regrets, double excess) {
  for (std::size_t i = 0; i < regrets.size(); ++i) {
    if (regrets[i] <= 1.0 + excess) return static_cast<std::int64_t>(i) + 1;
  }
  return 0;
}

}  // namespace mikpoly::lab
