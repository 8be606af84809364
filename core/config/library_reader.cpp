#include "core/config/library_reader.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/map_reader.hpp"
#include "core/kernel/tuning_limits.hpp"

namespace mikpoly {
namespace {

constexpr IntegerRange kCount{.least = 1, .most = std::int64_t{1} << 40};

// Integers of a list of any size.
std::vector<std::int64_t> read_integers(const YamlValue& value, const IntegerRange& range, Diagnostics& diagnostics) {
  std::vector<std::int64_t> numbers;
  for (const YamlValue& item : read_list(value, diagnostics)) {
    numbers.push_back(read_integer(item, range, diagnostics));
  }
  return numbers;
}

// Integers of a list of exactly `size`; zeros after an error.
std::vector<std::int64_t> read_integers(const YamlValue& value, std::size_t size, const IntegerRange& range,
                                        Diagnostics& diagnostics) {
  std::vector<std::int64_t> numbers = read_integers(value, range, diagnostics);
  if (numbers.size() != size && value.node->is_list()) {
    diagnostics.error(value.node->place, value.path,
                      fmt::format("a list of {} where {} numbers are needed", numbers.size(), size));
  }
  numbers.resize(size);
  return numbers;
}

GemmTypes read_types(MapReader& map) {
  const std::optional<YamlValue> value = map.required("types");
  if (!value) return {};
  std::vector<DataType> types;
  for (const YamlValue& item : read_list(*value, map.diagnostics())) {
    types.push_back(read_data_type(item, map.diagnostics()));
  }
  if (types.size() == 4) return {.a = types[0], .b = types[1], .acc = types[2], .d = types[3]};
  map.diagnostics().error(value->node->place, value->path, "not the four types [a, b, accumulator, d]");
  return {};
}

DeviceKey read_device(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  const DeviceKey device{.isa = map.text("isa"),
                         .caches = map.text("caches"),
                         .kernel_source = map.text("kernel_source"),
                         .compiler = map.text("compiler"),
                         .layout = map.text("layout")};
  map.finish();
  return device;
}

WorkloadKey read_workload(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  WorkloadKey workload{.name = map.text("name"), .hash = map.text("hash")};
  if (const std::optional<YamlValue> share = map.required("general_share")) {
    workload.general_share = read_number(*share, diagnostics);
  }
  map.finish();
  return workload;
}

LibraryKey read_key(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  LibraryKey key;
  key.hardware = map.text("hardware");
  key.hardware_hash = map.text("hardware_hash");
  key.method = map.text("method");
  key.types = read_types(map);
  if (const std::optional<YamlValue> parameters = map.required("parameters")) {
    MapReader tuning(*parameters, diagnostics);
    for (const TuningLimit& limit : kTuningLimits) {
      key.parameters.*limit.value = tuning.integer(limit.name, {.least = limit.least, .most = limit.most});
    }
    key.parameters.ranking = tuning.text("ranking");
    tuning.finish();
  }
  if (const std::optional<YamlValue> device = map.optional("device")) key.device = read_device(*device, diagnostics);
  if (const std::optional<YamlValue> workload = map.optional("workload")) {
    key.workload = read_workload(*workload, diagnostics);
  }
  map.finish();
  return key;
}

KernelResources read_resources(MapReader& map) {
  const std::optional<YamlValue> value = map.required("resources");
  if (!value) return {};
  MapReader resources(*value, map.diagnostics());
  const KernelResources read{.occupancy = resources.integer("occupancy", kCount),
                             .load_buffers = resources.integer("load", kCount),
                             .feed_buffers = resources.integer("feed", kCount),
                             .accumulator_buffers = resources.integer("accumulator", kCount)};
  resources.finish();
  return read;
}

std::vector<TimeCurve::Sample> read_knots(MapReader& map) {
  std::vector<TimeCurve::Sample> knots;
  const std::optional<YamlValue> value = map.required("knots");
  if (!value) return knots;
  std::int64_t last = 0;
  for (const YamlValue& item : read_list(*value, map.diagnostics())) {
    const std::vector<std::int64_t> numbers = read_integers(item, 3, {}, map.diagnostics());
    if (numbers[0] <= last) {
      map.diagnostics().error(item.node->place, item.path,
                              fmt::format("\"{}\" steps do not come after {}; steps ascend from 1", numbers[0], last));
    }
    last = numbers[0];
    knots.push_back({.steps = numbers[0], .latency = {numbers[1]}, .interval = {numbers[2]}});
  }
  if (knots.empty() && value->node->is_list()) {
    map.diagnostics().error(value->node->place, value->path, "no knot; at least one is needed");
  }
  return knots;
}

TimeCurve read_curve(MapReader& map) {
  std::vector<TimeCurve::Sample> knots = read_knots(map);
  TimeCurve::Conditions conditions{.load = map.text("load"), .source_level = map.text("source_level")};
  if (const std::optional<YamlValue> error = map.required("max_error")) {
    conditions.max_error = read_number(*error, map.diagnostics());
  }
  if (map.diagnostics().has_errors()) return {};
  return {std::move(knots), std::move(conditions)};
}

PanelAxis read_axis(MapReader& surface, std::string_view key) {
  const std::optional<YamlValue> value = surface.required(key);
  if (!value) return {};
  Diagnostics& diagnostics = surface.diagnostics();
  MapReader map(*value, diagnostics);
  const std::int64_t granule = map.integer("granule", kCount);
  const std::int64_t panel = map.integer("panel", kCount);
  std::vector<std::int64_t> knots;
  if (const std::optional<YamlValue> list = map.required("knots")) {
    knots = read_integers(*list, kCount, diagnostics);
    const bool ascending = std::adjacent_find(knots.begin(), knots.end(), std::greater_equal<>()) == knots.end();
    if (list->node->is_list() && (knots.empty() || knots.size() > PanelAxis::kMaxKnots || !ascending)) {
      diagnostics.error(list->node->place, list->path,
                        fmt::format("not 1 to {} knots in ascending order", PanelAxis::kMaxKnots));
    }
  }
  if ((granule & (granule - 1)) != 0) {
    diagnostics.error(value->node->place, value->path, fmt::format("granule \"{}\" is not a power of two", granule));
  }
  map.finish();
  return diagnostics.has_errors() ? PanelAxis() : PanelAxis(granule, panel, knots);
}

TimeSurface read_surface(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  const SurfaceAxes axes{read_axis(map, "rows"), read_axis(map, "columns"), read_axis(map, "depth")};
  std::vector<std::int64_t> times;
  if (const std::optional<YamlValue> list = map.required("times")) {
    const std::size_t knots = axes.rows.knots().size() * axes.columns.knots().size() * axes.depth.knots().size();
    times = diagnostics.has_errors() ? std::vector<std::int64_t>()
                                     : read_integers(*list, knots, IntegerRange{.least = 1}, diagnostics);
  }
  map.finish();
  return diagnostics.has_errors() ? TimeSurface() : TimeSurface(axes, std::move(times));
}

MicroKernel read_kernel(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  MicroKernel kernel;
  kernel.id = map.name("id");
  if (const std::optional<YamlValue> tile = map.required("tile")) {
    const std::vector<std::int64_t> extents = read_integers(*tile, 3, kCount, diagnostics);
    kernel.tile = {extents[0], extents[1], extents[2]};
  }
  kernel.types = read_types(map);
  if (const std::optional<YamlValue> edge = map.required("edge")) {
    kernel.edge = static_cast<EdgeRule>(read_choice(*edge, {"padded", "trimmed"}, diagnostics));
  }
  kernel.resources = read_resources(map);
  kernel.time = read_curve(map);
  kernel.variant = map.text_or("variant", "");
  const std::optional<YamlValue> surface = kernel.edge == EdgeRule::trimmed ? map.required("surface") : std::nullopt;
  if (surface) kernel.surface = read_surface(*surface, diagnostics);
  map.finish();
  return kernel;
}

}  // namespace

KernelLibrary read_library(const YamlNode& root, Diagnostics& diagnostics) {
  MapReader map({&root, ""}, diagnostics);
  map.schema("library");
  (void)map.text("checksum");  // checked on the bytes before they were read as YAML
  KernelLibrary library;
  if (const std::optional<YamlValue> key = map.required("key")) library.key = read_key(*key, diagnostics);
  std::set<std::string> ids;
  if (const std::optional<YamlValue> kernels = map.required("kernels")) {
    for (const YamlValue& item : read_list(*kernels, diagnostics)) {
      library.kernels.push_back(read_kernel(item, diagnostics));
      const std::string& id = library.kernels.back().id;
      if (ids.insert(id).second) continue;
      diagnostics.error(item.node->place, item.path, fmt::format("the id \"{}\" stands twice; ids are unique", id));
    }
  }
  map.finish();
  diagnostics.throw_if_errors();
  return library;
}

}  // namespace mikpoly
