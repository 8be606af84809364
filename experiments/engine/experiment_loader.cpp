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
#include "core/tuning/ranking.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/table/timing_table_loader.hpp"

namespace mikpoly::lab {
namespace {

constexpr IntegerRange kCount{.least = 1, .most = 1'000'000};

// Hours a shape.
constexpr std::int64_t kMostOracleSteps = 1'000'000'000'000;

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

// Names of workload files, or paths; of an experiment of a table also `table`, which is the default there.
std::vector<std::string> read_workloads(MapReader& map, bool of_table) {
  std::vector<std::string> files;
  const std::optional<YamlValue> value = of_table ? map.optional("workload") : map.required("workload");
  if (!value) return of_table ? std::vector<std::string>{std::string(kTableWorkload)} : files;
  for (const YamlValue& item : one_or_more(*value, map.diagnostics())) {
    const std::string file = named_in(*item.node->place.file, read_text(item, map.diagnostics()));
    add_once(files, file, item, map.diagnostics());
    const bool is_file = !file.empty() && file != kTableWorkload;
    if (is_file) told_at(item, map.diagnostics(), [&] { (void)config_path("workloads", file); });
  }
  return files;
}

// A name of the tables, or `ranges-R`, where R is part of the name.
std::string read_selector(const YamlValue& value, const std::vector<std::string>& known, Diagnostics& diagnostics) {
  const ScalarForm form{
      .kind = ScalarForm::Kind::pattern, .pattern = "^ranges-[1-9][0-9]*$", .wanted = "ranges-R such as ranges-128"};
  if (value.node->text.starts_with("ranges-")) {
    const std::string name = read_text(value, form, diagnostics);
    told_at(value, diagnostics, [&] { static_cast<void>(find_selector(name)); });
  } else {
    static_cast<void>(read_choice(value, known, diagnostics));
  }
  return value.node->text;
}

std::vector<std::string> read_selectors(MapReader& map) {
  const std::optional<YamlValue> value = map.required("selectors");
  if (!value || is_word(*value, "all", map.diagnostics())) return selectors().names();
  const std::vector<std::string> known = selector_names();
  std::vector<std::string> names;
  for (const YamlValue& item : one_or_more(*value, map.diagnostics())) {
    add_once(names, read_selector(item, known, map.diagnostics()), item, map.diagnostics());
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

std::vector<PatternSet> read_pattern_sets(MapReader& map, bool of_table) {
  std::vector<PatternSet> sets;
  const std::optional<YamlValue> value = of_table ? map.optional("patterns") : map.required("patterns");
  if (!value) return {PatternSet{"I"}};
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

// A table has shapes of its own, and times whole products.
ExperimentSpace read_space(MapReader& map, const TuningParameters& tuning, bool of_table) {
  ExperimentSpace space;
  space.hardware = read_machines(map, tuning);
  space.workloads = read_workloads(map, of_table);
  space.dtype = read_dtype(map);
  space.backend = map.text_or("backend", of_table ? kTableBackend : "");
  space.selectors = read_selectors(map);
  space.pattern_sets = read_pattern_sets(map, of_table);
  space.limit = map.integer_or("limit", 0, kCount);
  return space;
}

LibraryRequest read_library(MapReader& map) {
  LibraryRequest library{.path = named_in(*map.map().node->place.file, map.text_or("library", "")), .parameters = {}};
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

// A shape that a kernel can be tuned for: with outputs and a product.
GemmShape read_shape(const YamlValue& value, Diagnostics& diagnostics) {
  GemmShape shape = SelectorSettings{}.tuned_shape;
  const ScalarForm form{
      .kind = ScalarForm::Kind::pattern, .pattern = "^[0-9]+(x[0-9]+){2,3}$", .wanted = "a shape such as 512x3072x768"};
  try {
    const GemmShape read = parse_gemm_shape(read_text(value, form, diagnostics));
    if (!read.empty() && read.k > 0) return read;
    diagnostics.error(value.node->place, value.path,
                      fmt::format("GEMM shape \"{}\" computes nothing; give extents of 1 and more", to_text(read)));
  } catch (const ShapeError& error) {
    diagnostics.error(value.node->place, value.path, error.what());
  }
  return shape;
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
      settings.tuned_shape = read_shape(*shape, map.diagnostics());
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

std::optional<TableSettings> read_table(MapReader& map, const std::string& experiment) {
  const std::optional<YamlValue> value = map.alternative("table");
  if (!value) return std::nullopt;
  MapReader reader(*value, map.diagnostics());
  TableSettings table;
  table.request.file = named_in(experiment, reader.text("file"));
  if (const std::optional<YamlValue> format = reader.optional("format")) {
    const std::vector<std::string>& known = table_format_names();
    table.request.format = known[static_cast<std::size_t>(read_choice(*format, known, map.diagnostics()))];
  }
  table.request.time_column = reader.text_or("time_column", "");
  if (const std::optional<YamlValue> source = reader.optional("time_source")) {
    const std::int64_t chosen = read_choice(*source, {"device_event", "wall_clock"}, map.diagnostics());
    table.request.source = chosen == 0 ? TimeSource::device_event : TimeSource::wall_clock;
  }
  table.keep.count = reader.integer_or("keep", 0, kCount);
  if (const std::optional<YamlValue> ranking = reader.optional("ranking")) {
    const std::vector<std::string> known = rankings().names();
    table.keep.ranking = known[static_cast<std::size_t>(read_choice(*ranking, known, map.diagnostics()))];
  }
  reader.finish();
  return table;
}

// Of settings that say something to selectors which the experiment does not have.
void warn_of_idle_settings(MapReader& map, const std::vector<std::string>& selectors) {
  const auto has = [&](std::string_view prefix) {
    return std::ranges::any_of(selectors, [&](const std::string& name) { return name.starts_with(prefix); });
  };
  const auto warn = [&](const char* key, std::string_view wanted) {
    const YamlNode* const node = map.map().node->find(key);
    if (node == nullptr) return;
    map.diagnostics().warning(node->place, key, fmt::format("says nothing here: {} among the selectors", wanted));
  };
  if (!has("oracle")) warn("oracle", "oracle is not");
  if (!has("ranges") && !has("symbolic")) warn("baselines", "neither ranges nor symbolic is");
}

// Backend and table belong together, and so do the table and its workload.
void check_table(const Experiment& experiment, MapReader& map) {
  const YamlValue& root = map.map();
  const ExperimentSpace& space = experiment.space;
  const bool is_backend = space.backend == kTableBackend;
  if (is_backend && !experiment.table) {
    map.diagnostics().error(root.node->place, "backend", "table needs the key table, as in table: {file: profile.csv}");
  } else if (!is_backend && experiment.table) {
    map.diagnostics().error(root.node->place, "table",
                            fmt::format("says nothing to backend \"{}\"; give backend: table", space.backend));
  }
  if (!experiment.table && std::ranges::find(space.workloads, kTableWorkload) != space.workloads.end()) {
    map.diagnostics().error(root.node->place, "workload", "\"table\" is the shapes of a table, and no table is given");
  }
}

}  // namespace

Experiment read_experiment(const YamlNode& root, Diagnostics& diagnostics) {
  MapReader map(YamlValue{&root, ""}, diagnostics);
  map.schema("experiment");
  Experiment experiment;
  experiment.name = map.name("name");
  experiment.description = map.text_or("description", "");
  experiment.table = read_table(map, *root.place.file);
  experiment.library = read_library(map);
  experiment.space = read_space(map, experiment.library.parameters, experiment.table.has_value());
  check_table(experiment, map);
  experiment.judge = read_judge(map);
  experiment.measure = read_measure(map);
  experiment.settings = read_settings(map);
  experiment.regret_all = bool_or(map, "regret_all", false);
  experiment.seed = static_cast<std::uint64_t>(map.integer_or("seed", 1, {}));
  map.finish();
  warn_of_idle_settings(map, experiment.space.selectors);
  diagnostics.throw_if_errors();
  return experiment;
}

Experiment load_experiment(const std::string& name_or_path, const std::vector<std::string>& assignments) {
  Diagnostics diagnostics;
  return read_experiment(load_yaml(config_path("experiments", name_or_path), assignments, diagnostics), diagnostics);
}

}  // namespace mikpoly::lab
