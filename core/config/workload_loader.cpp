#include "core/config/workload_loader.hpp"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/workload_expansion.hpp"
#include "core/config/yaml_loader.hpp"

namespace mikpoly {
namespace {

void too_many(const YamlValue& value, Diagnostics& diagnostics) {
  diagnostics.error(value.node->place, value.path,
                    fmt::format("more than {} shapes in the workload; that is the limit", kMaxWorkloadItems));
}

// Adds one shape of an entry; false when the entry has to be given up, which is then reported.
bool add_shape(const YamlValue& value, const GemmShape& shape, const WorkloadEntry& entry, WorkloadItems& items,
               Diagnostics& diagnostics) {
  try {
    items.add(shape, entry);
    return true;
  } catch (const ShapeError& error) {
    diagnostics.error(value.node->place, value.path, error.what());
    return false;
  }
}

void expand_product(const YamlValue& value, MapReader& map, const WorkloadEntry& entry, WorkloadItems& items) {
  std::vector<std::vector<std::int64_t>> extents;
  double shapes = 1.0;  // up to 10^18: no integer overflow to think of
  for (const char* const key : {"m", "n", "k"}) {
    const std::optional<YamlValue> extent = map.required(key);
    extents.push_back(extent ? read_extents(*extent, map.diagnostics()) : std::vector<std::int64_t>{});
    shapes *= static_cast<double>(extents.back().size());
  }
  if (shapes + static_cast<double>(items.size()) > static_cast<double>(kMaxWorkloadItems)) {
    return too_many(value, map.diagnostics());
  }
  for (const std::int64_t m : extents[0]) {
    for (const std::int64_t n : extents[1]) {
      for (const std::int64_t k : extents[2]) {
        const GemmShape shape{.m = m, .n = n, .k = k, .batch = entry.batch};
        if (!add_shape(value, shape, entry, items, map.diagnostics())) return;
      }
    }
  }
}

void expand_log_uniform(const YamlValue& value, const YamlValue& bounds, MapReader& map, const WorkloadEntry& entry,
                        WorkloadItems& items) {
  MapReader range(bounds, map.diagnostics());
  const std::int64_t low = range.integer("low", {.least = 1, .most = kMaxExtent});
  const std::int64_t high = range.integer("high", {.least = low, .most = kMaxExtent});
  range.finish();
  const std::int64_t count = map.integer("count", {.least = 1, .most = kMaxWorkloadItems});
  LogUniform draw(low, high, map.integer("seed", {}));
  if (count + items.size() > kMaxWorkloadItems) return too_many(value, map.diagnostics());
  for (std::int64_t i = 0; i < count; ++i) {
    const GemmShape shape{.m = draw.next(), .n = draw.next(), .k = draw.next(), .batch = entry.batch};
    if (!add_shape(value, shape, entry, items, map.diagnostics())) return;
  }
}

void expand_csv(const YamlValue& file, const WorkloadEntry& entry, WorkloadItems& items, Diagnostics& diagnostics) {
  const std::string name = read_text(file, diagnostics);
  if (name.empty()) return;
  const std::filesystem::path folder = std::filesystem::path(*file.node->place.file).parent_path();
  told_at(file, diagnostics, [&] {
    const CsvTable table = load_csv((folder / name).lexically_normal().string());
    if (static_cast<std::int64_t>(table.rows.size()) + items.size() > kMaxWorkloadItems) {
      return too_many(file, diagnostics);
    }
    add_table(table, entry, items);
  });
}

void expand_entry(const YamlValue& value, WorkloadItems& items, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  const std::optional<YamlValue> csv = map.alternative("csv");
  const std::optional<YamlValue> bounds = map.alternative("log_uniform");
  WorkloadEntry entry;
  entry.group = map.text_or("group", "");
  entry.batch = map.integer_or("batch", 1, {.least = 0, .most = kMaxExtent});
  if (const std::optional<YamlValue> weight = map.optional("weight")) {
    entry.weight = read_number(*weight, diagnostics);
  }
  if (!bounds) entry.count = map.integer_or("count", 1, {.least = 1, .most = kMaxExtent});
  if (csv) {
    expand_csv(*csv, entry, items, diagnostics);
  } else if (bounds) {
    expand_log_uniform(value, *bounds, map, entry, items);
  } else if (value.node->is_map()) {
    expand_product(value, map, entry, items);
  }
  map.finish();
}

}  // namespace

Workload read_workload(const YamlNode& root, Diagnostics& diagnostics) {
  MapReader map({&root, ""}, diagnostics);
  map.schema("workload");
  Workload workload;
  workload.name = map.name("name");
  workload.source = map.text("source");
  WorkloadItems items;
  if (const std::optional<YamlValue> shapes = map.required("shapes")) {
    for (const YamlValue& entry : read_list(*shapes, diagnostics)) expand_entry(entry, items, diagnostics);
    if (items.size() == 0 && !diagnostics.has_errors()) {
      diagnostics.error(shapes->node->place, shapes->path, "no shape is selected; a workload has at least one");
    }
  }
  map.finish();
  diagnostics.throw_if_errors();
  workload.items = items.take();
  return workload;
}

namespace {

Workload workload_of_table(const CsvTable& table) {
  if (static_cast<std::int64_t>(table.rows.size()) > kMaxWorkloadItems) {
    throw ConfigError(
        fmt::format("{}: more than {} shapes in the workload; that is the limit", table.file, kMaxWorkloadItems));
  }
  Workload workload;
  workload.name = std::filesystem::path(table.file).stem().string();
  workload.source = fmt::format("{}", fmt::join(table.comments, " "));
  WorkloadItems items;
  add_table(table, {}, items);
  workload.items = items.take();
  if (workload.items.empty()) {
    throw ConfigError(fmt::format("{}: no shape is selected; a workload has at least one", table.file));
  }
  return workload;
}

}  // namespace

Workload load_workload(const std::string& name_or_path) {
  const std::string path = config_path("workloads", name_or_path);
  if (std::filesystem::path(path).extension() == ".csv") return workload_of_table(load_csv(path));
  Diagnostics diagnostics;
  return read_workload(load_yaml(path, {}, diagnostics), diagnostics);
}

Workload parse_workload(std::string_view text, const std::string& path) {
  if (std::filesystem::path(path).extension() == ".csv") return workload_of_table(parse_csv(text, path));
  Diagnostics diagnostics;
  return read_workload(load_yaml_text(text, path, {}, diagnostics), diagnostics);
}

std::vector<std::string> workload_names() {
  return config_names("workloads");
}

}  // namespace mikpoly
