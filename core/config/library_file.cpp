#include "core/config/library_file.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/library_reader.hpp"
#include "core/config/text_file.hpp"
#include "core/config/yaml_reader.hpp"
#include "core/config/yaml_writer.hpp"
#include "core/kernel/library_key.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kSchemaLine = "schema: library/v1\n";
constexpr std::string_view kChecksumKey = "checksum: ";

std::string types_text(const GemmTypes& types) {
  return fmt::format("[{}, {}, {}, {}]", name_of(types.a), name_of(types.b), name_of(types.acc), name_of(types.d));
}

// Nothing for a simulated machine.
std::string device_text(const DeviceKey& device) {
  if (device == DeviceKey{}) return "";
  return fmt::format("  device: {{isa: {}, caches: {}, kernel_source: {}, compiler: {}, layout: {}}}\n",
                     yaml_scalar(device.isa), yaml_scalar(device.caches), yaml_scalar(device.kernel_source),
                     yaml_scalar(device.compiler), yaml_scalar(device.layout));
}

// Nothing for a library of every shape.
std::string workload_text(const WorkloadKey& workload) {
  if (workload == WorkloadKey{}) return "";
  return fmt::format("  workload: {{name: {}, hash: {}, general_share: {}}}\n", yaml_scalar(workload.name),
                     yaml_scalar(workload.hash), workload.general_share);
}

std::string key_text(const LibraryKey& key) {
  const TuningParameters& tuning = key.parameters;
  const std::string text = fmt::format(
      "key:\n"
      "  hardware: {}\n"
      "  hardware_hash: {}\n"
      "  method: {}\n"
      "  types: {}\n"
      "  parameters: {{n_gen: {}, n_syn: {}, n_mik: {}, n_pred: {}, ranking: {}}}\n",
      yaml_scalar(key.hardware), yaml_scalar(key.hardware_hash), yaml_scalar(key.method), types_text(key.types),
      tuning.n_gen, tuning.n_syn, tuning.n_mik, tuning.n_pred, yaml_scalar(tuning.ranking));
  return text + device_text(key.device) + workload_text(key.workload);
}

std::string curve_text(const TimeCurve& curve) {
  std::string knots;
  for (const TimeCurve::Sample& knot : curve.knots()) {
    knots +=
        fmt::format("{}[{}, {}, {}]", knots.empty() ? "" : ", ", knot.steps, knot.latency.count, knot.interval.count);
  }
  const TimeCurve::Conditions& conditions = curve.conditions();
  return fmt::format("knots: [{}], load: {}, source_level: {}, max_error: {}", knots, yaml_scalar(conditions.load),
                     yaml_scalar(conditions.source_level), conditions.max_error);
}

std::string axis_text(const PanelAxis& axis) {
  return fmt::format("{{granule: {}, panel: {}, knots: [{}]}}", axis.granule(), axis.panel(),
                     fmt::join(axis.knots(), ", "));
}

// What only kernels of real devices have; nothing else, so that simulated libraries keep their text.
std::string device_text(const MicroKernel& kernel) {
  std::string text;
  if (!kernel.variant.empty()) text += fmt::format(", variant: {}", yaml_scalar(kernel.variant));
  if (kernel.surface.empty()) return text;
  const SurfaceAxes& axes = kernel.surface.axes();
  return text + fmt::format(", surface: {{rows: {}, columns: {}, depth: {}, times: [{}]}}", axis_text(axes.rows),
                            axis_text(axes.columns), axis_text(axes.depth), fmt::join(kernel.surface.times(), ", "));
}

std::string kernel_text(const MicroKernel& kernel) {
  const KernelResources& resources = kernel.resources;
  return fmt::format(
      "  - {{id: {}, tile: [{}, {}, {}], types: {}, edge: {}, "
      "resources: {{occupancy: {}, load: {}, feed: {}, accumulator: {}}}, {}{}}}\n",
      yaml_scalar(kernel.id), kernel.tile.m, kernel.tile.n, kernel.tile.k, types_text(kernel.types),
      kernel.edge == EdgeRule::padded ? "padded" : "trimmed", resources.occupancy, resources.load_buffers,
      resources.feed_buffers, resources.accumulator_buffers, curve_text(kernel.time), device_text(kernel));
}

// Everything but the line with the checksum.
std::string hashed_text(std::string_view body) {
  return fmt::format("{}{}", kSchemaLine, body);
}

// The text without CR, which a version control system may have added.
std::string without_cr(std::string_view text) {
  std::string clean(text);
  std::erase(clean, '\r');
  return clean;
}

void verify_checksum(std::string_view text, const std::string& path) {
  if (!text.starts_with(kSchemaLine)) return;  // the reader names the schema that is supported
  text.remove_prefix(kSchemaLine.size());
  const std::size_t line_end = text.find('\n');
  if (!text.starts_with(kChecksumKey) || line_end == std::string_view::npos) {
    throw ConfigError(fmt::format("{}:2:1: checksum: missing; the second line is \"{}HASH\"", path, kChecksumKey));
  }
  const std::string_view stated = text.substr(kChecksumKey.size(), line_end - kChecksumKey.size());
  const std::string found = content_hash(hashed_text(text.substr(line_end + 1)));
  if (stated == found) return;
  throw ConfigError(
      fmt::format("{}:2:1: checksum: \"{}\" is not that of the content, {}; the file was changed or cut since it was "
                  "written; make it anew with \"mikpoly tune\"",
                  path, stated, found));
}

}  // namespace

std::string library_text(const KernelLibrary& library) {
  std::string body = key_text(library.key);
  body += library.kernels.empty() ? "kernels: []\n" : "kernels:\n";
  for (const MicroKernel& kernel : library.kernels) body += kernel_text(kernel);
  return fmt::format("{}{}{}\n{}", kSchemaLine, kChecksumKey, content_hash(hashed_text(body)), body);
}

void save_library(const KernelLibrary& library, const std::string& path) {
  write_text_file(path, library_text(library));
}

KernelLibrary parse_library(std::string_view text, const std::string& path) {
  const std::string clean = without_cr(text);
  verify_checksum(clean, path);
  Diagnostics diagnostics;
  const YamlNode root = parse_yaml(clean, path, diagnostics);
  KernelLibrary library = read_library(root, diagnostics);
  library.hash = content_hash(clean);
  return library;
}

KernelLibrary load_library(const std::string& path) {
  return parse_library(read_text_file(path, kMaxYamlBytes), path);
}

std::string shipped_library_path(const Accelerator& accelerator, DataType input) {
  return fmt::format("{}/libraries/{}-{}.yaml", config_folder(), accelerator.name, name_of(input));
}

ShippedLibrary library_for(const HardwareFile& hardware, DataType input) {
  const std::string path = shipped_library_path(hardware.accelerator, input);
  if (!std::filesystem::exists(path)) return {{}, fmt::format("there is no shipped library \"{}\"", path)};
  ShippedLibrary shipped;
  try {
    shipped.library = load_library(path);
  } catch (const ConfigError& error) {
    return {{}, error.what()};
  }
  const LibraryKey& key = shipped.library->key;
  if (key.workload != WorkloadKey{}) {
    return {{}, fmt::format("the library \"{}\" {}, not for every shape", path, chosen_for(key.workload))};
  }
  if (key.hardware_hash == hardware.hash && key.types.a == input) return shipped;
  return {{},
          fmt::format("the library \"{}\" was made for \"{}\" {} with hash {}, not for {} {} with hash {}", path,
                      key.hardware, name_of(key.types.a), key.hardware_hash, hardware.accelerator.name, name_of(input),
                      hardware.hash)};
}

}  // namespace mikpoly
