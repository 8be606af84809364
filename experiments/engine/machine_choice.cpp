#include "experiments/engine/machine_choice.hpp"

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/yaml_writer.hpp"
#include "core/kernel/tuning_limits.hpp"

namespace mikpoly::lab {
namespace {

std::string read_base(const YamlValue& value, Diagnostics& diagnostics) {
  const std::string base = named_in(*value.node->place.file, read_text(value, diagnostics));
  if (base.empty() || base == kHere) return base;
  told_at(value, diagnostics, [&] { (void)config_path("hardware", base); });
  return base;
}

std::vector<std::string> read_sets(MapReader& map) {
  std::vector<std::string> sets;
  const std::optional<YamlValue> value = map.optional("set");
  if (!value) return sets;
  const ScalarForm form{.kind = ScalarForm::Kind::pattern, .pattern = "=", .wanted = "PATH=VALUE"};
  for (const YamlValue& item : read_list(*value, map.diagnostics())) {
    sets.push_back(read_text(item, form, map.diagnostics()));
    if (!sets.back().empty() && sets.back().find('=') == std::string::npos) {
      map.diagnostics().error(item.node->place, item.path,
                              fmt::format("{} is not PATH=VALUE such as \"pe.clock=1.2 GHz\"", described(*item.node)));
    }
  }
  return sets;
}

}  // namespace

MachineChoice read_machine(const YamlValue& value, const TuningParameters& defaults, Diagnostics& diagnostics) {
  MachineChoice machine;
  if (!value.node->is_map()) {
    machine.base = read_base(value, diagnostics);
    return machine;
  }
  MapReader map(value, diagnostics);
  machine.name = map.name("name");
  if (const std::optional<YamlValue> base = map.required("base")) machine.base = read_base(*base, diagnostics);
  machine.sets = read_sets(map);
  if (const std::optional<YamlValue> tuning = map.optional("tuning")) {
    machine.tuning = read_tuning(*tuning, defaults, diagnostics);
  }
  map.finish();
  return machine;
}

TuningParameters read_tuning(const YamlValue& value, const TuningParameters& defaults, Diagnostics& diagnostics) {
  MapReader reader(value, diagnostics);
  TuningParameters parameters = defaults;
  for (const TuningLimit& limit : kTuningLimits) {
    std::int64_t& number = parameters.*limit.value;
    number = reader.integer_or(limit.name, number, {.least = limit.least, .most = limit.most});
  }
  parameters.ranking = reader.text_or("ranking", defaults.ranking);
  reader.finish();
  return parameters;
}

HardwareFile load_machine(const MachineChoice& machine) {
  std::vector<std::string> sets = machine.sets;
  if (!machine.name.empty()) sets.push_back("name=" + name_scalar(machine.name));
  return load_hardware(machine.base, sets);
}

std::string to_yaml(const MachineChoice& machine) {
  if (machine.name.empty()) return yaml_scalar(machine.base);
  std::string text = fmt::format("{{name: {}, base: {}", name_scalar(machine.name), yaml_scalar(machine.base));
  if (!machine.sets.empty()) {
    std::vector<std::string> sets;
    for (const std::string& set : machine.sets) sets.push_back(yaml_scalar(set));
    text += fmt::format(", set: [{}]", fmt::join(sets, ", "));
  }
  if (machine.tuning) text += fmt::format(", tuning: {}", to_yaml(*machine.tuning));
  return text + "}";
}

std::string to_yaml(const TuningParameters& tuning) {
  return fmt::format("{{n_gen: {}, n_syn: {}, n_mik: {}, n_pred: {}, ranking: {}}}", tuning.n_gen, tuning.n_syn,
                     tuning.n_mik, tuning.n_pred, yaml_scalar(tuning.ranking));
}

}  // namespace mikpoly::lab
