#include "experiments/engine/kernel_export.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/kernel/feasibility.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

/// A kernel as the target wants it, or why it cannot have it.
struct Exported {
  Json json;
  std::string reason;
};

// Warps of a task, where the machine's tasks are made of warps; Triton wants a power of two.
std::int64_t triton_warps(const OccupancyRule& rule, const TileShape& tile) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(warps_of(rule, tile))));
}

// Whose rule the warps are by: the numbers of the hardware file, each with its kind and source.
Json warps_from(const HardwareFile& hardware) {
  constexpr std::array<std::string_view, 3> kPaths{"occupancy.elements_per_warp", "occupancy.least_warps",
                                                   "occupancy.most_warps"};
  Json numbers = Json::array();
  for (const Provenance& number : hardware.provenance) {
    if (std::ranges::find(kPaths, number.path) == kPaths.end()) continue;
    numbers.push_back(
        {{"path", number.path}, {"value", number.value}, {"kind", number.kind}, {"source", number.source}});
  }
  return numbers;
}

Exported plain(const HardwareFile&, const MicroKernel& kernel) {
  const KernelResources& use = kernel.resources;
  return {.json = {{"kernel", kernel.id},
                   {"m", kernel.tile.m},
                   {"n", kernel.tile.n},
                   {"k", kernel.tile.k},
                   {"tasks_per_pe", use.occupancy},
                   {"load_buffers", use.load_buffers},
                   {"feed_buffers", use.feed_buffers},
                   {"accumulator_buffers", use.accumulator_buffers}},
          .reason = ""};
}

Exported triton(const HardwareFile& hardware, const MicroKernel& kernel) {
  constexpr std::int64_t kLeast = 16;
  const TileShape& tile = kernel.tile;
  struct Extent {
    const char* name;
    std::int64_t value;
  };
  for (const Extent& extent : {Extent{"BLOCK_M", tile.m}, Extent{"BLOCK_N", tile.n}, Extent{"BLOCK_K", tile.k}}) {
    if (!std::has_single_bit(static_cast<std::uint64_t>(extent.value))) {
      return {.json = {}, .reason = fmt::format("{} = {} is not a power of two", extent.name, extent.value)};
    }
    if (extent.value < kLeast) {
      return {.json = {},
              .reason = fmt::format("{} = {} is below {}, the least of tl.dot", extent.name, extent.value, kLeast)};
    }
  }
  Json json{{"kwargs", {{"BLOCK_M", tile.m}, {"BLOCK_N", tile.n}, {"BLOCK_K", tile.k}}}};
  const OccupancyRule& rule = hardware.accelerator.occupancy;
  if (rule.elements_per_warp > 0) json["num_warps"] = triton_warps(rule, tile);
  json["num_stages"] = kernel.resources.load_buffers;
  return {.json = json, .reason = ""};
}

// The k extent of a tensor core's instruction of Ampere: 16x8x16 for 16 bits, 8 and 32 for 32 and 8 bits.
std::int64_t instruction_k(DataType input) {
  return input == DataType::f32 || input == DataType::f64 ? 1 : 32 / bytes_of(input);
}

Exported cutlass(const HardwareFile&, const MicroKernel& kernel) {
  constexpr std::int64_t kWarp = 32;
  const TileShape& tile = kernel.tile;
  const std::int64_t k = instruction_k(kernel.types.a);
  if (tile.m % kWarp != 0 || tile.n % kWarp != 0) {
    return {.json = {},
            .reason = fmt::format("{}x{} is not a multiple of 32x32, the least tile of a warp", tile.m, tile.n)};
  }
  if (tile.k % k != 0) {
    return {.json = {}, .reason = fmt::format("k = {} is not a multiple of {}, the instruction's", tile.k, k)};
  }
  const std::int64_t stages = kernel.resources.load_buffers;
  const char* const unit = k == 1 ? "simt" : "tensorop";
  return {.json = {{"cta_m", tile.m},
                   {"cta_n", tile.n},
                   {"cta_k", tile.k},
                   {"stages", stages},
                   {"op_class", unit},
                   {"profiler_flags", fmt::format("--op_class={} --cta_m={} --cta_n={} --cta_k={} --stages={}", unit,
                                                  tile.m, tile.n, tile.k, stages)}},
          .reason = ""};
}

struct Target {
  const char* name;
  const char* key;  ///< of the list
  Exported (*convert)(const HardwareFile& hardware, const MicroKernel& kernel);
};

// To add a target: write how a kernel looks there, or why it does not fit, and its line here.
constexpr std::array<Target, 3> kTargets{
    {{"json", "kernels", &plain}, {"triton", "configs", &triton}, {"cutlass", "kernels", &cutlass}}};

const Target& target_of(const std::string& format) {
  for (const Target& target : kTargets) {
    if (format == target.name) return target;
  }
  throw ConfigError(fmt::format("unknown format \"{}\"{}", format, nearest_and_known(format, kernel_export_formats())));
}

}  // namespace

std::vector<std::string> kernel_export_formats() {
  std::vector<std::string> names;
  for (const Target& target : kTargets) names.emplace_back(target.name);
  return names;
}

Json export_head(const char* schema, const HardwareFile& hardware, const KernelLibrary& library) {
  const GemmTypes& types = library.key.types;
  return {{"schema", schema},
          {"hardware", hardware.accelerator.name},
          {"hw_hash", hardware.hash},
          {"library_hash", library.hash},
          {"types",
           {{"a", name_of(types.a)}, {"b", name_of(types.b)}, {"acc", name_of(types.acc)}, {"d", name_of(types.d)}}}};
}

Json export_kernels(const HardwareFile& hardware, const KernelLibrary& library, const std::string& format) {
  const Target& target = target_of(format);
  const bool has_warps = hardware.accelerator.occupancy.elements_per_warp > 0;
  if (format == "cutlass" && !has_warps) {
    throw ConfigError(
        fmt::format("hardware \"{}\" has no warps (no occupancy.elements_per_warp), so nothing of it is for "
                    "CUTLASS; known formats: json, triton",
                    hardware.accelerator.name));
  }
  Json json = export_head(kKernelExportSchema, hardware, library);
  json["format"] = format;
  if (format == "triton" && has_warps) json["num_warps_from"] = warps_from(hardware);
  json[target.key] = Json::array();
  json["left_out"] = Json::array();
  for (std::size_t i = 0; i < library.kernels.size(); ++i) {
    const MicroKernel& kernel = library.kernels[i];
    Exported exported = target.convert(hardware, kernel);
    if (exported.reason.empty()) {
      exported.json["kernel"] = kernel.id;
      exported.json["rank"] = i + 1;
      json[target.key].push_back(exported.json);
    } else {
      json["left_out"].push_back({{"kernel", kernel.id}, {"rank", i + 1}, {"reason", exported.reason}});
    }
  }
  return json;
}

}  // namespace mikpoly::lab
