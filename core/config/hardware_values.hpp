// The typed values of a hardware file, each with where its number comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/units.hpp"
#include "core/config/map_reader.hpp"
#include "core/hardware/hardware_file.hpp"

namespace mikpoly {

/// What one pass over a hardware file gathers.
struct HardwareReading {
  Diagnostics& diagnostics;
  std::vector<Provenance> provenance;
  double clock_ghz = 1.0;  ///< of the PEs: turns seconds into cycles
};

/// Takes `value` out of a map {value, source, kind} and records its provenance.
YamlValue sourced(const YamlValue& value, HardwareReading& reading);

/// The value itself, as messages show it: that of a map {value, source, kind}, else the node.
const YamlNode& bare_node(const YamlNode& node);

/// The values under a key. An absent key is an error where there is no `fallback`.
/// Units: bandwidths in bytes per PE cycle, durations in PE cycles or picoseconds.
std::int64_t count_at(MapReader& map, std::string_view key, HardwareReading& reading,
                      std::optional<std::int64_t> fallback = {});
double bandwidth_at(MapReader& map, std::string_view key, HardwareReading& reading,
                    std::optional<double> fallback = {});
Bytes size_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<Bytes> fallback = {});
double cycles_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<double> fallback = {});
Picoseconds time_at(MapReader& map, std::string_view key, HardwareReading& reading,
                    std::optional<Picoseconds> fallback = {});
double ratio_at(MapReader& map, std::string_view key, HardwareReading& reading, std::optional<double> fallback = {});
double gigahertz_at(MapReader& map, std::string_view key, HardwareReading& reading);
TileShape tile_at(MapReader& map, std::string_view key, HardwareReading& reading);

/// A list [m, n, k] without a source of its own.
TileShape read_tile(const YamlValue& value, Diagnostics& diagnostics);

/// The size of one buffer, whose key is its name.
Bytes read_size(const YamlValue& value, HardwareReading& reading);

}  // namespace mikpoly
