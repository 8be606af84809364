// An experiment: a cross product of hardware, workloads, selectors and pattern sets to run, with its seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"
#include "core/planner/selector_settings.hpp"
#include "core/problem/dtype.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/machine_choice.hpp"
#include "experiments/engine/point_selection.hpp"
#include "experiments/table/table_settings.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {

/// Names of patterns, in table order.
using PatternSet = std::vector<std::string>;

/// What is crossed with what.
struct ExperimentSpace {
  std::vector<MachineChoice> hardware;
  std::vector<std::string> workloads;  ///< names in configs/workloads, or paths
  DataType dtype = DataType::f16;
  std::string backend;  ///< empty: what the hardware file says
  std::vector<std::string> selectors;
  std::vector<PatternSet> pattern_sets;
  PointSelection selection;  ///< which of the points
};

/// How a measured backend is timed; simulated ones do not need it.
struct MeasureRules {
  std::int64_t threads = 1;
  std::int64_t rounds = 6;            ///< of all plans of a shape, interleaved
  std::int64_t round_ns = 8'000'000;  ///< least time of a round
};

/// Where times come from. Only what belongs to the backend is used.
struct TimeRules {
  sim::SimulationOptions judge;         ///< of simulated backends
  std::optional<MeasureRules> measure;  ///< of backend cpu
  std::optional<TableSettings> table;   ///< of backend table
};

/// Among `workloads`: the shapes of the table.
inline constexpr std::string_view kTableWorkload = "table";

struct Experiment {
  std::string name;
  std::string description;
  ExperimentSpace space;
  LibraryRequest library;
  TimeRules times;
  bool regret_all = false;
  std::uint64_t seed = 1;
  SelectorSettings settings;  ///< of the oracle and of baselines
};

/// Reads an experiment from a path or from its name in configs/experiments, with `--set` assignments applied.
/// Errors: ConfigError with every fault of the file, `file:line:column: path: sentence` each.
Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments);

/// The same. Warnings of the file are left in `diagnostics`. `selectors`, where given, stand in place of the file's;
/// they are not looked up.
Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments,
                           Diagnostics& diagnostics,
                           const std::optional<std::vector<std::string>>& selectors = std::nullopt);

/// The same for a tree. Errors: as above, those in `diagnostics` included.
Experiment read_experiment(const YamlNode& root, Diagnostics& diagnostics);

/// The experiment with every default written out: YAML that load_experiment reads back.
std::string to_yaml(const Experiment& experiment);

/// Whether the oracle's settings decide rows of one of these selectors.
bool reads_oracle_settings(const std::vector<std::string>& names);

/// Whether the baselines' do: what is declared to `ranges`, and what `symbolic` is tuned for.
bool reads_baselines(const std::vector<std::string>& names);

/// `I`, `I+II` ... or `all`: the pattern_set column.
std::string name_of(const PatternSet& patterns);

/// The set with most patterns, by name: what oracle regrets are taken against. The first of equals.
std::string largest_set(const std::vector<PatternSet>& sets);

}  // namespace mikpoly::lab
