#include <fmt/format.h>

#include "core/config/hardware_loader.hpp"

namespace mikpoly {
namespace {

// Doubles print as the shortest text that reads back equal.
template <typename Value>
void put(std::string& out, std::string_view path, const Value& value) {
  out += fmt::format("{}={}\n", path, value);
}

std::string tile_text(const TileShape& tile) {
  return fmt::format("{},{},{}", tile.m, tile.n, tile.k);
}

void put_rate(std::string& out, const ComputeRate& rate) {
  const std::string path = fmt::format("compute.{}.", name_of(rate.input));
  put(out, path + "accumulator", name_of(rate.accumulator));
  put(out, path + "unit", tile_text(rate.unit));
  put(out, path + "issue", rate.issue_cycles);
  put(out, path + "sustained", rate.sustained);
}

void put_level(std::string& out, const MemoryLevel& level) {
  const std::string path = fmt::format("memory.{}.", level.name);
  put(out, path + "capacity", level.capacity.count);
  put(out, path + "read", level.read_per_pe);
  put(out, path + "write", level.write_per_pe);
  put(out, path + "total", level.total);
  put(out, path + "latency", level.latency_cycles);
}

void put_stage(std::string& out, const Stage& stage) {
  const std::string path = fmt::format("stages.{}.", stage.name);
  put(out, path + "pipe", stage.pipe);
  put(out, path + "kind", static_cast<int>(stage.kind));
  for (const Operand operand : stage.operands) put(out, path + "operand", static_cast<int>(operand));
  put(out, path + "to", stage.to);
  put(out, path + "rate", stage.bytes_per_cycle);
  put(out, path + "half_rate", stage.half_rate_bytes);
  put(out, path + "buffers", fmt::format("{},{}", stage.buffers[0], stage.buffers[1]));
  if (stage.streams) put(out, path + "streams", 1);
  for (const StrideRate& rate : stage.strides) put(out, fmt::format("{}stride.{}", path, rate.multiple), rate.share);
}

void put_rules(std::string& out, const Accelerator& machine) {
  const OccupancyRule& rule = machine.occupancy;
  put(out, "occupancy",
      fmt::format("{},{},{},{},{}", rule.max_tasks, rule.elements_per_warp, rule.least_warps, rule.most_warps,
                  rule.resident_warps));
  put(out, "fixed.start", machine.fixed.start.count);
  put(out, "fixed.launch", machine.fixed.launch.count);
  put(out, "fixed.task", machine.fixed.task_cycles);
  if (machine.fixed.reduction.count != 0) put(out, "fixed.reduction", machine.fixed.reduction.count);
  put(out, "dispatch.policy", machine.dispatch.policy);
  put(out, "dispatch.raster_band", machine.dispatch.raster_band);
  if (machine.dispatch.launch_each_region) put(out, "dispatch.launch", "each_region");
  if (machine.contention.exponent != 0.0) put(out, "contention.exponent", machine.contention.exponent);
  put(out, "tiles.granule", tile_text(machine.tiles.granule));
  put(out, "tiles.largest", tile_text(machine.tiles.largest));
  put(out, "tiles.default", tile_text(machine.tiles.standard));
  for (const VendorTile& tile : machine.vendor.tiles) {
    put(out, "vendor.tile", fmt::format("{},{}", tile_text(tile.tile), tile.stages));
    for (const DataType type : tile.types) put(out, "vendor.type", name_of(type));
  }
  if (!machine.vendor.tiles.empty())
    put(out, "vendor.k_parts", fmt::format("{}", fmt::join(machine.vendor.k_parts, ",")));
}

}  // namespace

// pe.isa, streams and what came later stand only where they are set: files without them keep the hash that their
// libraries name.
std::string canonical_text(const Accelerator& accelerator) {
  std::string out;
  put(out, "name", accelerator.name);
  put(out, "backend", accelerator.backend);
  put(out, "pe.count", accelerator.pe.count);
  put(out, "pe.clock_ghz", accelerator.pe.clock_ghz);
  if (!accelerator.pe.isa.empty()) put(out, "pe.isa", accelerator.pe.isa);
  for (const ComputeRate& rate : accelerator.rates) put_rate(out, rate);
  for (const MemoryLevel& level : accelerator.memory) put_level(out, level);
  for (const LocalBuffer& buffer : accelerator.datapath.buffers) {
    put(out, "buffers." + buffer.name, buffer.capacity.count);
  }
  for (const std::string& pipe : accelerator.datapath.pipes) put(out, "pipe", pipe);
  for (const Stage& stage : accelerator.datapath.stages) put_stage(out, stage);
  put_rules(out, accelerator);
  return out;
}

}  // namespace mikpoly
