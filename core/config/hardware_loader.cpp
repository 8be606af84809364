#include "core/config/hardware_loader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/hash.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/hardware_sections.hpp"
#include "core/config/value_reader.hpp"
#include "core/config/yaml_loader.hpp"

namespace mikpoly {
namespace {

// Backends by name, all that core knows of them. `table` has no machine.
std::string read_backend(MapReader& file) {
  static const std::vector<std::string> kKnown{"npu", "gpu_sim", "cpu", "cuda"};
  const std::optional<YamlValue> value = file.required("backend");
  if (!value) return "";
  return kKnown[static_cast<std::size_t>(read_choice(*value, kKnown, file.diagnostics()))];
}

Accelerator read_accelerator(MapReader& file, HardwareReading& reading) {
  Accelerator machine;
  machine.name = file.name("name");
  machine.backend = read_backend(file);
  machine.pe = read_processing_elements(file, reading);
  machine.rates = read_rates(file, reading);
  machine.memory = read_memory(file, reading);
  machine.datapath = read_datapath(file, reading);
  machine.occupancy = read_occupancy(file, reading);
  machine.fixed = read_fixed_costs(file, reading);
  machine.dispatch = read_dispatch(file, reading);
  machine.contention = read_contention(file, machine.memory, reading);
  machine.tiles = read_tiles(file, reading);
  machine.vendor = read_vendor(file, reading);
  return machine;
}

// A sentence that begins with a number in quotes, as it was read, begins with the value as it is written instead.
std::string as_written(const std::string& sentence, const YamlNode& value) {
  const std::size_t close = sentence.starts_with('"') ? sentence.find('"', 1) : std::string::npos;
  return close == std::string::npos || !value.is_scalar() ? sentence : described(value) + sentence.substr(close + 1);
}

// Gives each fault the place of the value its path names.
void report_faults(const YamlNode& root, const Accelerator& machine, Diagnostics& diagnostics) {
  for (const std::string& fault : faults_of(machine)) {
    const std::size_t colon = fault.find(": ");
    const std::string path = fault.substr(0, colon);
    const YamlNode& node = deepest_node(root, path);
    diagnostics.error(node.place, path, as_written(fault.substr(colon + 2), bare_node(node)));
  }
}

void warn_idle_parts(const YamlNode& root, const Datapath& datapath, Diagnostics& diagnostics) {
  const auto uses = [&datapath](std::string Stage::*field, const std::string& name) {
    return std::ranges::any_of(datapath.stages, [&](const Stage& stage) { return stage.*field == name; });
  };
  for (const LocalBuffer& buffer : datapath.buffers) {
    const std::string path = join_path("buffers", buffer.name);
    if (uses(&Stage::to, buffer.name)) continue;
    diagnostics.warning(deepest_node(root, path).place, path, "not used: no stage fills it");
  }
  for (std::size_t i = 0; i < datapath.pipes.size(); ++i) {
    const std::string path = fmt::format("pipes[{}]", i);
    if (uses(&Stage::pipe, datapath.pipes[i])) continue;
    diagnostics.warning(deepest_node(root, path).place, path,
                        fmt::format("\"{}\" is not used: no stage runs on it", datapath.pipes[i]));
  }
}

}  // namespace

// Two passes: what the values are, then whether they fit together; the second would only echo faults of the first.
HardwareFile read_hardware(const YamlNode& root, const std::string& path, bool strict, Diagnostics& diagnostics) {
  HardwareReading reading{.diagnostics = diagnostics, .provenance = {}};
  HardwareFile file;
  file.path = path;
  MapReader map({&root, ""}, diagnostics);
  map.schema("hardware");
  file.description = map.text_or("description", "");
  file.accelerator = read_accelerator(map, reading);
  map.finish();
  if (!diagnostics.has_errors()) {
    report_faults(root, file.accelerator, diagnostics);
    warn_idle_parts(root, file.accelerator.datapath, diagnostics);
  }
  if (strict) diagnostics.promote_warnings();
  diagnostics.throw_if_errors();
  file.provenance = std::move(reading.provenance);
  file.warnings = diagnostics.warnings();
  file.hash = content_hash(canonical_text(file.accelerator));
  return file;
}

HardwareFile load_hardware(const std::string& name_or_path, const std::vector<std::string>& sets, bool strict) {
  Diagnostics diagnostics;
  const std::string path = config_path("hardware", name_or_path);
  const YamlNode root = load_yaml(path, sets, diagnostics);
  HardwareFile file = read_hardware(root, path, strict, diagnostics);
  file.sets = sets;
  return file;
}

HardwareFile parse_hardware(std::string_view text, const std::string& path, const std::vector<std::string>& sets,
                            bool strict) {
  Diagnostics diagnostics;
  const YamlNode root = load_yaml_text(text, path, sets, diagnostics);
  HardwareFile file = read_hardware(root, path, strict, diagnostics);
  file.sets = sets;
  return file;
}

std::vector<std::string> hardware_names() {
  return config_names("hardware");
}

}  // namespace mikpoly
