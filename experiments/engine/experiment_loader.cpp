// Reads experiment/v1. The keys are those that to_yaml writes.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/yaml_loader.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/experiment_values.hpp"
#include "experiments/engine/space_reader.hpp"
#include "experiments/engine/time_rules_reader.hpp"

namespace mikpoly::lab {
namespace {

// Hours a shape.
constexpr std::int64_t kMostOracleSteps = 1'000'000'000'000;

LibraryRequest read_library(MapReader& map) {
  LibraryRequest library{.path = named_in(*map.map().node->place.file, map.text_or("library", "")), .parameters = {}};
  if (const std::optional<YamlValue> tuning = map.optional("tuning")) {
    library.parameters = read_tuning(*tuning, library.parameters, map.diagnostics());
  }
  return library;
}

// A shape that a kernel can be tuned for: with outputs and a product.
GemmShape read_tuned_shape(const YamlValue& value, Diagnostics& diagnostics) {
  const GemmShape fallback = SelectorSettings{}.tuned_shape;
  const GemmShape shape = read_gemm_shape(value, diagnostics).value_or(fallback);
  if (!shape.empty() && shape.k > 0) return shape;
  diagnostics.error(value.node->place, value.path,
                    fmt::format("GEMM shape \"{}\" computes nothing; give extents of 1 and more", to_text(shape)));
  return fallback;
}

std::optional<std::int64_t> read_extent(MapReader& map, std::string_view key) {
  const std::optional<YamlValue> value = map.optional(key);
  if (!value) return std::nullopt;
  return read_integer(*value, {.least = 1, .most = kMaxExtent}, map.diagnostics());
}

void read_baselines(MapReader& map, SelectorSettings& settings) {
  const std::optional<YamlValue> value = map.optional("baselines");
  if (!value) return;
  MapReader reader(*value, map.diagnostics());
  if (const std::optional<YamlValue> ranges = reader.optional("ranges")) {
    MapReader declared(*ranges, map.diagnostics());
    settings.range.most_m = read_extent(declared, "most_m").value_or(settings.range.most_m);
    settings.range.n = read_extent(declared, "n");
    settings.range.k = read_extent(declared, "k");
    declared.finish();
  }
  if (const std::optional<YamlValue> symbolic = reader.optional("symbolic")) {
    MapReader tuned(*symbolic, map.diagnostics());
    if (const std::optional<YamlValue> shape = tuned.required("shape")) {
      settings.tuned_shape = read_tuned_shape(*shape, map.diagnostics());
    }
    tuned.finish();
  }
  reader.finish();
}

SelectorSettings read_settings(MapReader& map) {
  SelectorSettings settings;
  if (const std::optional<YamlValue> oracle = map.optional("oracle")) {
    MapReader reader(*oracle, map.diagnostics());
    settings.oracle_budget =
        reader.integer_or("budget", settings.oracle_budget, {.least = 0, .most = kMostOracleSteps});
    reader.finish();
  }
  read_baselines(map, settings);
  return settings;
}

// Of settings that say something to selectors which the experiment does not have.
void warn_of_idle_settings(MapReader& map, const std::vector<std::string>& selectors) {
  const auto warn = [&](const char* key, std::string_view wanted) {
    const YamlNode* const node = map.map().node->find(key);
    if (node == nullptr) return;
    map.diagnostics().warning(node->place, key, fmt::format("says nothing here: {} among the selectors", wanted));
  };
  if (!reads_oracle_settings(selectors)) warn("oracle", "oracle is not");
  if (!reads_baselines(selectors)) warn("baselines", "neither ranges nor symbolic is");
}

// Backend and table belong together, and so do the table and its workload.
void check_table(const Experiment& experiment, MapReader& map) {
  const YamlValue& root = map.map();
  const ExperimentSpace& space = experiment.space;
  const bool is_backend = space.backend == kTableBackend;
  if (is_backend && !experiment.times.table) {
    map.diagnostics().error(root.node->place, "backend", "table needs the key table, as in table: {file: profile.csv}");
  } else if (!is_backend && experiment.times.table) {
    map.diagnostics().error(root.node->place, "table",
                            fmt::format("says nothing to backend \"{}\"; give backend: table", space.backend));
  }
  if (!experiment.times.table && std::ranges::find(space.workloads, kTableWorkload) != space.workloads.end()) {
    map.diagnostics().error(root.node->place, "workload", "\"table\" is the shapes of a table, and no table is given");
  }
}

Experiment read(const YamlNode& root, const std::optional<std::vector<std::string>>& selectors,
                Diagnostics& diagnostics) {
  MapReader map(YamlValue{&root, ""}, diagnostics);
  map.schema("experiment");
  Experiment experiment;
  experiment.name = map.name("name");
  experiment.description = map.text_or("description", "");
  experiment.library = read_library(map);
  experiment.space = read_space(map, experiment.library.parameters, root.find("table") != nullptr);
  if (selectors) experiment.space.selectors = *selectors;
  experiment.times = read_time_rules(map);
  check_table(experiment, map);
  experiment.settings = read_settings(map);
  experiment.regret_all = bool_or(map, "regret_all", false);
  experiment.seed = static_cast<std::uint64_t>(map.integer_or("seed", 1, {}));
  map.finish();
  warn_of_idle_settings(map, experiment.space.selectors);
  diagnostics.throw_if_errors();
  return experiment;
}

}  // namespace

Experiment read_experiment(const YamlNode& root, Diagnostics& diagnostics) {
  return read(root, std::nullopt, diagnostics);
}

Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments,
                           Diagnostics& diagnostics, const std::optional<std::vector<std::string>>& selectors) {
  const YamlNode root = load_yaml(config_path("experiments", name_or_path), assignments, diagnostics);
  return read(root, selectors, diagnostics);
}

Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments) {
  Diagnostics diagnostics;
  return load_experiment(name_or_path, assignments, diagnostics);
}

}  // namespace mikpoly::lab
