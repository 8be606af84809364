// Reads experiment/v1. The keys are those that to_yaml writes.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/yaml_loader.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/selector.hpp"
#include "experiments/engine/experiment.hpp"

namespace mikpoly::lab {
namespace {

constexpr IntegerRange kCount{.least = 1, .most = 1'000'000};

// One scalar, or a list of at least one.
std::vector<YamlValue> one_or_more(const YamlValue& value, Diagnostics& diagnostics) {
  if (value.node->is_scalar()) return {value};
  std::vector<YamlValue> items = read_list(value, diagnostics);
  if (value.node->is_list() && items.empty()) {
    diagnostics.error(value.node->place, value.path, "the list is empty; an experiment needs at least one");
  }
  return items;
}

// What stands twice would be run and counted twice.
template <typename Item>
void add_once(std::vector<Item>& items, Item item, const YamlValue& value, Diagnostics& diagnostics) {
  if (std::ranges::find(items, item) != items.end()) {
    diagnostics.error(value.node->place, value.path, "stands twice; each is run once");
  }
  items.push_back(std::move(item));
}

std::vector<MachineChoice> read_machines(MapReader& map, const TuningParameters& tuning) {
  std::vector<MachineChoice> machines;
  const std::optional<YamlValue> value = map.required("hardware");
  if (!value) return machines;
  const std::vector<YamlValue> items =
      value->node->is_map() ? std::vector{*value} : one_or_more(*value, map.diagnostics());
  for (const YamlValue& item : items) {
    add_once(machines, read_machine(item, tuning, map.diagnostics()), item, map.diagnostics());
  }
  return machines;
}

// Names of workload files, or paths.
std::vector<std::string> read_workloads(MapReader& map) {
  std::vector<std::string> files;
  const std::optional<YamlValue> value = map.required("workload");
  if (!value) return files;
  for (const YamlValue& item : one_or_more(*value, map.diagnostics())) {
    const std::string file = read_text(item, map.diagnostics());
    add_once(files, file, item, map.diagnostics());
    if (!file.empty()) told_at(item, map.diagnostics(), [&] { (void)config_path("workloads", file); });
  }
  return files;
}

std::vector<std::string> read_selectors(MapReader& map) {
  const std::optional<YamlValue> value = map.required("selectors");
  if (!value || is_word(*value, "all", map.diagnostics())) return selectors().names();
  const std::vector<std::string> known = selector_names();
  std::vector<std::string> names;
  for (const YamlValue& item : one_or_more(*value, map.diagnostics())) {
    (void)read_choice(item, known, map.diagnostics());
    add_once(names, item.node->text, item, map.diagnostics());
  }
  return names;
}

// A set is written `I,II`, `I..III`, `all`, or as a list of names.
PatternSet read_pattern_set(const YamlValue& value, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const YamlValue& item : one_or_more(value, diagnostics)) names.push_back(read_text(item, diagnostics));
  PatternSet set;
  told_at(value, diagnostics, [&] { set = parse_pattern_set(fmt::format("{}", fmt::join(names, ","))); });
  return set;
}

std::vector<PatternSet> read_pattern_sets(MapReader& map) {
  std::vector<PatternSet> sets;
  const std::optional<YamlValue> value = map.required("patterns");
  if (!value) return sets;
  for (const YamlValue& item : one_or_more(*value, map.diagnostics())) {
    add_once(sets, read_pattern_set(item, map.diagnostics()), item, map.diagnostics());
  }
  return sets;
}

DataType read_dtype(MapReader& map) {
  const std::optional<YamlValue> value = map.optional("dtype");
  return value ? read_data_type(*value, map.diagnostics()) : DataType::f16;
}

bool bool_or(MapReader& map, std::string_view key, bool fallback) {
  const std::optional<YamlValue> value = map.optional(key);
  return value ? read_bool(*value, map.diagnostics()) : fallback;
}

ExperimentSpace read_space(MapReader& map, const TuningParameters& tuning) {
  ExperimentSpace space;
  space.hardware = read_machines(map, tuning);
  space.workloads = read_workloads(map);
  space.dtype = read_dtype(map);
  space.backend = map.text_or("backend", "");
  space.selectors = read_selectors(map);
  space.pattern_sets = read_pattern_sets(map);
  space.limit = map.integer_or("limit", 0, kCount);
  return space;
}

LibraryRequest read_library(MapReader& map) {
  LibraryRequest library{.path = map.text_or("library", ""), .parameters = {}};
  if (const std::optional<YamlValue> tuning = map.optional("tuning")) {
    library.parameters = read_tuning(*tuning, library.parameters, map.diagnostics());
  }
  return library;
}

sim::SimulationOptions read_judge(MapReader& map) {
  sim::SimulationOptions judge;
  const std::optional<YamlValue> value = map.optional("judge");
  if (!value) return judge;
  MapReader reader(*value, map.diagnostics());
  judge.warm = bool_or(reader, "warm", judge.warm);
  judge.contention = bool_or(reader, "contention", judge.contention);
  judge.infinite_cache = bool_or(reader, "infinite_cache", judge.infinite_cache);
  judge.zero_fill = bool_or(reader, "zero_fill", judge.zero_fill);
  judge.burst_cost = bool_or(reader, "burst_cost", judge.burst_cost);
  reader.finish();
  return judge;
}

std::optional<MeasureRules> read_measure(MapReader& map) {
  const std::optional<YamlValue> value = map.optional("measure");
  if (!value) return std::nullopt;
  MapReader reader(*value, map.diagnostics());
  MeasureRules measure;
  measure.threads = reader.integer_or("threads", measure.threads, kCount);
  const std::int64_t most = ThreadPool::most_threads(default_threads());
  if (measure.threads > most) {  // how many depends on the machine, the format does not
    map.diagnostics().error(value->node->place, "measure.threads",
                            fmt::format("\"{}\" is not an integer in 1..{}", measure.threads, most));
  }
  measure.rounds = reader.integer_or("rounds", measure.rounds, kCount);
  if (const std::optional<YamlValue> round = reader.optional("round")) {
    const double picoseconds = read_quantity(*round, {Dimension::time}, map.diagnostics()).value;
    measure.round_ns = std::llround(picoseconds / 1e3);
  }
  reader.finish();
  return measure;
}

}  // namespace

Experiment read_experiment(const YamlNode& root, Diagnostics& diagnostics) {
  MapReader map(YamlValue{&root, ""}, diagnostics);
  map.schema("experiment");
  Experiment experiment;
  experiment.name = map.name("name");
  experiment.description = map.text_or("description", "");
  experiment.library = read_library(map);
  experiment.space = read_space(map, experiment.library.parameters);
  experiment.judge = read_judge(map);
  experiment.measure = read_measure(map);
  experiment.regret_all = bool_or(map, "regret_all", false);
  experiment.seed = static_cast<std::uint64_t>(map.integer_or("seed", 1, {}));
  map.finish();
  diagnostics.throw_if_errors();
  return experiment;
}

Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments) {
  Diagnostics diagnostics;
  return read_experiment(load_yaml(config_path("experiments", name_or_path), assignments, diagnostics), diagnostics);
}

}  // namespace mikpoly::lab
