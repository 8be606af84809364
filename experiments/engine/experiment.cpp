#include "experiments/engine/experiment.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/config/units.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/selector.hpp"
#include "experiments/engine/selection_yaml.hpp"

namespace mikpoly::lab {
namespace {

// A JSON string is a YAML double-quoted scalar.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) parts.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

// What says something to the selectors of the experiment, and nothing else: of the others it decides no row.
std::string settings_yaml(const Experiment& experiment) {
  const std::vector<std::string>& names = experiment.space.selectors;
  const SelectorSettings& settings = experiment.settings;
  std::string text;
  if (reads_oracle_settings(names)) text += fmt::format("oracle: {{budget: {}}}\n", settings.oracle_budget);
  if (!reads_baselines(names)) return text;
  text += fmt::format("baselines: {{ranges: {{most_m: {}", settings.range.most_m);
  if (settings.range.n) text += fmt::format(", n: {}", *settings.range.n);
  if (settings.range.k) text += fmt::format(", k: {}", *settings.range.k);
  return text + fmt::format("}}, symbolic: {{shape: {}}}}}\n", to_text(settings.tuned_shape));
}

std::string table_yaml(const TableSettings& table) {
  const TableRequest& request = table.request;
  std::string text = fmt::format("table: {{file: {}, format: {}", quoted(request.file), request.format);
  if (!request.time_column.empty()) text += fmt::format(", time_column: {}", quoted(request.time_column));
  if (request.source) text += fmt::format(", time_source: {}", mikpoly::name_of(*request.source));
  if (table.keep.count > 0) text += fmt::format(", keep: {}", table.keep.count);
  return text + fmt::format(", ranking: {}}}\n", quoted(table.keep.ranking));
}

}  // namespace

bool reads_oracle_settings(const std::vector<std::string>& names) {
  return std::ranges::find(names, "oracle") != names.end();
}

bool reads_baselines(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) { return is_ranges(name) || name == "symbolic"; });
}

std::string name_of(const PatternSet& patterns) {
  if (std::ssize(patterns) == std::ssize(mikpoly::patterns())) return "all";
  return fmt::format("{}", fmt::join(patterns, "+"));
}

std::string largest_set(const std::vector<PatternSet>& sets) {
  const PatternSet* largest = nullptr;
  for (const PatternSet& set : sets) {
    if (largest == nullptr || set.size() > largest->size()) largest = &set;
  }
  return largest == nullptr ? "" : name_of(*largest);
}

std::string to_yaml(const Experiment& experiment) {
  const ExperimentSpace& space = experiment.space;
  const sim::SimulationOptions& judge = experiment.times.judge;
  std::string text = "schema: experiment/v1\n";
  text += fmt::format("name: {}\n", quoted(experiment.name));
  if (!experiment.description.empty()) text += fmt::format("description: {}\n", quoted(experiment.description));
  text += "hardware:\n";
  for (const MachineChoice& machine : space.hardware) text += fmt::format("  - {}\n", to_yaml(machine));
  text += fmt::format("workload: {}\n", quoted(space.workloads));
  text += fmt::format("dtype: {}\n", mikpoly::name_of(space.dtype));
  if (!space.backend.empty()) text += fmt::format("backend: {}\n", quoted(space.backend));
  text += fmt::format("selectors: {}\n", quoted(space.selectors));
  text += "patterns:\n";
  for (const PatternSet& set : space.pattern_sets) text += fmt::format("  - {}\n", quoted(set));
  text += to_yaml(space.selection, experiment.seed);
  if (!experiment.library.path.empty()) text += fmt::format("library: {}\n", quoted(experiment.library.path));
  text += fmt::format("tuning: {}\n", to_yaml(experiment.library.parameters));
  text += fmt::format("judge: {{warm: {}, contention: {}, infinite_cache: {}, zero_fill: {}, burst_cost: {}}}\n",
                      judge.warm, judge.contention, judge.infinite_cache, judge.zero_fill, judge.burst_cost);
  if (experiment.times.measure) {
    const MeasureRules& measure = *experiment.times.measure;
    text += fmt::format("measure: {{threads: {}, rounds: {}, round: {}}}\n", measure.threads, measure.rounds,
                        quantity_text(static_cast<double>(measure.round_ns) * 1e3, Dimension::time));
  }
  text += settings_yaml(experiment);
  if (experiment.times.table) text += table_yaml(*experiment.times.table);
  text += fmt::format("regret_all: {}\n", experiment.regret_all);
  text += fmt::format("seed: {}\n", experiment.seed);
  return text;
}

}  // namespace mikpoly::lab
