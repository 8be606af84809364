#include "experiments/engine/space_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/selector.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/experiment_values.hpp"
#include "experiments/engine/selection_yaml.hpp"

namespace mikpoly::lab {
namespace {

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

void check_is_there(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw ConfigError(fmt::format("there is no file \"{}\"", path));
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
    if (is_file) told_at(item, map.diagnostics(), [&] { check_is_there(config_path("workloads", file)); });
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
    PatternSet set = read_pattern_set(item, map.diagnostics());
    if (!set.empty()) add_once(sets, std::move(set), item, map.diagnostics());
  }
  return sets;
}

DataType read_dtype(MapReader& map) {
  const std::optional<YamlValue> value = map.optional("dtype");
  return value ? read_data_type(*value, map.diagnostics()) : DataType::f16;
}

// Whether a backend runs experiments here is told where they are prepared.
std::string read_backend(MapReader& map, bool of_table) {
  const std::optional<YamlValue> value = map.optional("backend");
  if (!value) return of_table ? std::string(kTableBackend) : "";
  std::vector<std::string> known(kSimulatedBackends.begin(), kSimulatedBackends.end());
  known.insert(known.end(), {std::string(kMeasuredBackend), std::string(kTableBackend), std::string(kCudaBackend)});
  static_cast<void>(read_choice(*value, known, map.diagnostics()));
  return value->node->text;
}

}  // namespace

ExperimentSpace read_space(MapReader& map, const TuningParameters& tuning, bool of_table) {
  ExperimentSpace space;
  space.hardware = read_machines(map, tuning);
  space.workloads = read_workloads(map, of_table);
  space.dtype = read_dtype(map);
  space.backend = read_backend(map, of_table);
  space.selectors = read_selectors(map);
  space.pattern_sets = read_pattern_sets(map, of_table);
  space.selection = read_selection(map);
  return space;
}

}  // namespace mikpoly::lab
