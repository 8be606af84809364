#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/config/hardware_sections.hpp"
#include "core/config/integer_span.hpp"

namespace mikpoly {
namespace {

// In the order of the enumerators.
const std::vector<std::string> kStageKinds{"load", "move", "compute", "store"};
const std::vector<std::string> kOperands{"a", "b", "c"};

std::vector<LocalBuffer> read_buffers(MapReader& file, HardwareReading& reading) {
  std::vector<LocalBuffer> buffers;
  const std::optional<YamlValue> section = file.required("buffers");
  if (!section) return buffers;
  MapReader map(*section, reading.diagnostics);
  const std::vector<YamlValue> sizes = map.entries();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    buffers.push_back({section->node->entries[i].key, read_size(sizes[i], reading)});
  }
  return buffers;
}

std::vector<std::string> read_pipes(MapReader& file, HardwareReading& reading) {
  std::vector<std::string> pipes;
  const std::optional<YamlValue> section = file.required("pipes");
  if (!section) return pipes;
  for (const YamlValue& item : read_list(*section, reading.diagnostics)) {
    pipes.push_back(read_name(item, reading.diagnostics));
  }
  return pipes;
}

std::vector<Operand> read_operands(MapReader& map, bool required, Diagnostics& diagnostics) {
  std::vector<Operand> operands;
  const std::optional<YamlValue> value = required ? map.required("operands") : map.optional("operands");
  if (!value) return operands;
  for (const YamlValue& item : read_list(*value, diagnostics)) {
    operands.push_back(static_cast<Operand>(read_choice(item, kOperands, diagnostics)));
  }
  return operands;
}

std::array<std::int64_t, 2> read_copies(MapReader& map, HardwareReading& reading) {
  const std::optional<YamlValue> value = map.optional("buffers");
  if (!value) return {1, 1};
  const YamlValue bare = sourced(*value, reading);
  const std::optional<IntegerSpan> span = read_span(bare, reading.diagnostics);
  if (span && span->step == 1) return {span->first, span->last};
  reading.diagnostics.error(
      bare.node->place, bare.path,
      fmt::format("{} is not a number of copies such as \"2\" or \"2..8\"", described(*bare.node)));
  return {1, 1};
}

// [[MULTIPLE, SHARE], ...], largest multiple first.
std::vector<StrideRate> read_strides(MapReader& map, HardwareReading& reading) {
  std::vector<StrideRate> strides;
  const std::optional<YamlValue> value = map.optional("strides");
  if (!value) return strides;
  for (const YamlValue& item : read_list(sourced(*value, reading), reading.diagnostics)) {
    const std::vector<YamlValue> pair = read_list(item, reading.diagnostics);
    if (pair.size() != 2) {
      reading.diagnostics.error(item.node->place, item.path, "not a pair [MULTIPLE, SHARE]");
      continue;
    }
    strides.push_back(
        {.multiple = read_integer(pair[0], {.least = 1, .most = std::int64_t{1} << 30}, reading.diagnostics),
         .share = read_quantity(pair[1], {Dimension::ratio}, reading.diagnostics).value});
  }
  return strides;
}

void warn_unused(const YamlValue& stage, StageKind kind, Diagnostics& diagnostics) {
  static const std::vector<std::string_view> kOfCompute{"operands", "rate", "half_rate", "strides"};
  static const std::vector<std::string_view> kOfStore{"to", "buffers", "streams", "strides"};
  const bool computes = kind == StageKind::compute;
  if (!computes && kind != StageKind::store) return;
  for (const YamlEntry& entry : stage.node->entries) {
    const std::vector<std::string_view>& unused = computes ? kOfCompute : kOfStore;
    if (std::ranges::find(unused, entry.key) == unused.end()) continue;
    diagnostics.warning(entry.place, join_path(stage.path, entry.key),
                        fmt::format("not used by a {} stage", computes ? "compute" : "store"));
  }
}

// Written as 0 it would be taken for none of its own, which leaves the shared levels as the only limit.
double read_own_rate(MapReader& map, HardwareReading& reading) {
  const double rate = bandwidth_at(map, "rate", reading, 0.0);
  const YamlNode* const node = map.map().node->find("rate");
  if (node != nullptr && !(rate > 0.0)) {
    reading.diagnostics.error(node->place, join_path(map.map().path, "rate"),
                              fmt::format("{} is not greater than 0", described(bare_node(*node))));
  }
  return rate;
}

Stage read_stage(const YamlValue& value, HardwareReading& reading) {
  MapReader map(value, reading.diagnostics);
  Stage stage;
  stage.name = map.name("name");
  if (const std::optional<YamlValue> kind = map.required("kind")) {
    stage.kind = static_cast<StageKind>(read_choice(*kind, kStageKinds, reading.diagnostics));
  }
  const bool computes = stage.kind == StageKind::compute;
  const bool stores = stage.kind == StageKind::store;
  stage.pipe = map.name("pipe");
  stage.operands = read_operands(map, !computes, reading.diagnostics);
  const std::optional<YamlValue> to = stores ? map.optional("to") : map.required("to");
  if (to) stage.to = read_name(*to, reading.diagnostics);
  stage.bytes_per_cycle = read_own_rate(map, reading);
  stage.half_rate_bytes = static_cast<double>(size_at(map, "half_rate", reading, Bytes{0}).count);
  stage.buffers = read_copies(map, reading);
  if (const std::optional<YamlValue> streams = map.optional("streams")) {
    stage.streams = read_bool(*streams, reading.diagnostics);
  }
  stage.strides = read_strides(map, reading);
  map.finish();
  warn_unused(value, stage.kind, reading.diagnostics);
  if (computes) stage.operands.clear();
  if (stores) {
    stage.to.clear();
    stage.streams = false;
  }
  return stage;
}

}  // namespace

Datapath read_datapath(MapReader& file, HardwareReading& reading) {
  Datapath datapath{.buffers = read_buffers(file, reading), .pipes = read_pipes(file, reading), .stages = {}};
  const std::optional<YamlValue> section = file.required("stages");
  if (!section) return datapath;
  for (const YamlValue& item : read_list(*section, reading.diagnostics)) {
    datapath.stages.push_back(read_stage(item, reading));
  }
  return datapath;
}

}  // namespace mikpoly
