#include "core/config/workload_loader.hpp"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/dims_reader.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/workload_entry.hpp"
#include "core/config/workload_table.hpp"
#include "core/config/yaml_loader.hpp"

namespace mikpoly {

Workload read_workload(const YamlNode& root, Diagnostics& diagnostics) {
  MapReader map({&root, ""}, diagnostics);
  map.schema("workload");
  Workload workload;
  workload.name = map.name("name");
  workload.source = map.text("source");
  WorkloadSoFar found;
  if (const std::optional<YamlValue> dims = map.optional("dims")) found.dims = read_dims(*dims, diagnostics);
  if (const std::optional<YamlValue> shapes = map.required("shapes")) {
    for (const YamlValue& entry : read_list(*shapes, diagnostics)) add_entry(entry, found, diagnostics);
    if (found.items.size() == 0 && !diagnostics.has_errors()) {
      diagnostics.error(shapes->node->place, shapes->path, "no shape is selected; a workload has at least one");
    }
  }
  map.finish();
  diagnostics.throw_if_errors();
  workload.items = found.items.take();
  workload.replays = std::move(found.replays);
  workload.notices = diagnostics.warnings();
  return workload;
}

namespace {

Workload workload_of_table(const CsvTable& table) {
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
