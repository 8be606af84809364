#include "core/config/hardware_sections.hpp"

#include <fmt/format.h>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr double kMostEfficiency = 2.0;  // more than 1 only to see what would be if a rate were higher

ComputeRate read_rate(const YamlValue& value, HardwareReading& reading) {
  MapReader map(value, reading.diagnostics);
  ComputeRate rate;
  told_at(value, reading.diagnostics, [&] { rate.input = parse_data_type(value.key()); });
  if (const std::optional<YamlValue> accumulator = map.required("accumulator")) {
    rate.accumulator = read_data_type(*accumulator, reading.diagnostics);
  }
  rate.unit = tile_at(map, "unit", reading);
  rate.issue_cycles = cycles_at(map, "issue", reading, 0.0);
  rate.sustained = ratio_at(map, "sustained", reading, 1.0);
  map.finish();
  return rate;
}

MemoryLevel read_level(const YamlValue& value, HardwareReading& reading) {
  MapReader map(value, reading.diagnostics);
  MemoryLevel level;
  level.name = map.name("name");
  level.capacity = size_at(map, "capacity", reading);
  level.read_per_pe = bandwidth_at(map, "read", reading);
  level.write_per_pe = bandwidth_at(map, "write", reading);
  level.total = bandwidth_at(map, "total", reading);
  level.latency_cycles = cycles_at(map, "latency", reading, 0.0);
  map.finish();
  return level;
}

// `read(map)` asks for all keys of the section; nothing happens where the section is absent.
template <typename Read>
void read_section(const std::optional<YamlValue>& section, HardwareReading& reading, Read read) {
  if (!section) return;
  MapReader map(*section, reading.diagnostics);
  read(map);
  map.finish();
}

}  // namespace

ProcessingElements read_processing_elements(MapReader& file, HardwareReading& reading) {
  ProcessingElements pe;
  read_section(file.required("pe"), reading, [&](MapReader& map) {
    pe.name = map.text("name");
    pe.count = count_at(map, "count", reading);
    pe.clock_ghz = gigahertz_at(map, "clock", reading);
    if (const std::optional<YamlValue> isa = map.optional("isa")) {
      pe.isa = read_name(sourced(*isa, reading), reading.diagnostics);
    }
    if (pe.clock_ghz > 0.0) reading.clock_ghz = pe.clock_ghz;
  });
  return pe;
}

std::vector<ComputeRate> read_rates(MapReader& file, HardwareReading& reading) {
  std::vector<ComputeRate> rates;
  const std::optional<YamlValue> section = file.required("compute");
  if (!section) return rates;
  MapReader map(*section, reading.diagnostics);
  for (const YamlValue& rate : map.entries(data_type_names())) rates.push_back(read_rate(rate, reading));
  return rates;
}

std::vector<MemoryLevel> read_memory(MapReader& file, HardwareReading& reading) {
  std::vector<MemoryLevel> levels;
  const std::optional<YamlValue> section = file.required("memory");
  if (!section) return levels;
  for (const YamlValue& item : read_list(*section, reading.diagnostics)) levels.push_back(read_level(item, reading));
  return levels;
}

OccupancyRule read_occupancy(MapReader& file, HardwareReading& reading) {
  OccupancyRule rule;
  const std::optional<YamlValue> section = file.optional("occupancy");
  if (!section) return rule;
  MapReader map(*section, reading.diagnostics);
  rule.elements_per_warp = count_at(map, "elements_per_warp", reading, 0);
  rule.max_tasks = count_at(map, "max_tasks", reading, 1);
  rule.least_warps = count_at(map, "least_warps", reading, 1);
  rule.most_warps = count_at(map, "most_warps", reading, 1);
  rule.resident_warps = count_at(map, "resident_warps", reading, 1);
  map.finish();
  if (rule.elements_per_warp != 0) return rule;
  for (const YamlEntry& entry : section->node->entries) {
    reading.diagnostics.warning(entry.place, join_path(section->path, entry.key),
                                "not used: without \"elements_per_warp\" a PE holds one task at a time");
  }
  return {};
}

FixedCosts read_fixed_costs(MapReader& file, HardwareReading& reading) {
  FixedCosts fixed;
  read_section(file.required("fixed"), reading, [&](MapReader& map) {
    fixed.start = time_at(map, "start", reading);
    fixed.launch = time_at(map, "launch", reading);
    fixed.task_cycles = cycles_at(map, "task", reading);
    fixed.reduction = time_at(map, "reduction", reading, Picoseconds{});
  });
  return fixed;
}

Dispatch read_dispatch(MapReader& file, HardwareReading& reading) {
  Dispatch dispatch;
  read_section(file.required("dispatch"), reading, [&](MapReader& map) {
    if (const std::optional<YamlValue> policy = map.required("policy")) {
      static const std::vector<std::string> kPolicies{"static", "dynamic", "persistent", "stream_k"};
      dispatch.policy = kPolicies[static_cast<std::size_t>(read_choice(*policy, kPolicies, reading.diagnostics))];
    }
    dispatch.raster_band = count_at(map, "raster_band", reading, 1);
    if (const std::optional<YamlValue> launch = map.optional("launch")) {
      static const std::vector<std::string> kLaunches{"all", "each_region"};
      dispatch.launch_each_region = read_choice(sourced(*launch, reading), kLaunches, reading.diagnostics) == 1;
    }
  });
  return dispatch;
}

Contention read_contention(MapReader& file, std::vector<MemoryLevel>& memory, HardwareReading& reading) {
  Contention contention;
  read_section(file.optional("contention"), reading, [&](MapReader& map) {
    contention.exponent = ratio_at(map, "exponent", reading, 0.0);
    const std::optional<YamlValue> efficiency = map.optional("efficiency");
    read_section(efficiency, reading, [&](MapReader& levels) {
      levels.keys_are_names();
      for (MemoryLevel& level : memory) {
        const double reached = ratio_at(levels, level.name, reading, 1.0);
        if (!(reached > 0.0 && reached <= kMostEfficiency)) {
          const YamlNode& written = bare_node(*efficiency->node->find(level.name));  // absent it would be 1
          reading.diagnostics.error(
              written.place, join_path(efficiency->path, level.name),
              fmt::format("{} is not greater than 0 and at most {}", described(written), kMostEfficiency));
        }
        level.read_per_pe *= reached;
        level.write_per_pe *= reached;
        level.total *= reached;
      }
    });
  });
  return contention;
}

VendorLibrary read_vendor(MapReader& file, HardwareReading& reading) {
  VendorLibrary vendor;
  const std::optional<YamlValue> section = file.optional("vendor");
  if (!section) return vendor;
  MapReader map(*section, reading.diagnostics);
  Provenance provenance;
  provenance.source = map.text("source");
  provenance.kind = "inferred";
  if (const std::optional<YamlValue> tiles = map.required("tiles")) {
    for (const YamlValue& item : read_list(*tiles, reading.diagnostics)) {
      MapReader entry(item, reading.diagnostics);
      VendorTile& tile = vendor.tiles.emplace_back();
      if (const std::optional<YamlValue> extents = entry.required("tile")) {
        tile.tile = read_tile(*extents, reading.diagnostics);
      }
      tile.stages = entry.integer_or("stages", 0, {.least = 1, .most = 64});
      if (const std::optional<YamlValue> types = entry.optional("types")) {
        for (const YamlValue& type : read_list(*types, reading.diagnostics)) {
          tile.types.push_back(read_data_type(type, reading.diagnostics));
        }
      }
      entry.finish();
    }
  }
  if (const std::optional<YamlValue> parts = map.optional("k_parts")) {
    vendor.k_parts.clear();
    for (const YamlValue& item : read_list(*parts, reading.diagnostics)) {
      vendor.k_parts.push_back(read_integer(item, {.least = 1, .most = 1024}, reading.diagnostics));
    }
    if (parts->node->is_list() && vendor.k_parts.empty()) {
      reading.diagnostics.error(parts->node->place, parts->path, "the list is empty; [1] does not split k");
    }
  }
  map.finish();
  provenance.path = section->path;
  provenance.value = counted(std::ssize(vendor.tiles), "tile");
  reading.provenance.push_back(std::move(provenance));
  return vendor;
}

TileRange read_tiles(MapReader& file, HardwareReading& reading) {
  TileRange tiles;
  read_section(file.required("tiles"), reading, [&](MapReader& map) {
    tiles.granule = tile_at(map, "granule", reading);
    tiles.largest = tile_at(map, "largest", reading);
    tiles.standard = tile_at(map, "default", reading);
  });
  return tiles;
}

}  // namespace mikpoly
