// The sections of a hardware file, one function each. Errors go to the reading's diagnostics.
#pragma once

#include <string>
#include <vector>

#include "core/config/hardware_values.hpp"

namespace mikpoly {

/// `pe`; sets the reading's clock, so it comes first.
ProcessingElements read_processing_elements(MapReader& file, HardwareReading& reading);
std::vector<ComputeRate> read_rates(MapReader& file, HardwareReading& reading);
std::vector<MemoryLevel> read_memory(MapReader& file, HardwareReading& reading);
/// `buffers`, `pipes` and `stages`.
Datapath read_datapath(MapReader& file, HardwareReading& reading);
OccupancyRule read_occupancy(MapReader& file, HardwareReading& reading);
FixedCosts read_fixed_costs(MapReader& file, HardwareReading& reading);
Dispatch read_dispatch(MapReader& file, HardwareReading& reading);
/// `contention`; lowers the rates of the levels by their efficiency.
Contention read_contention(MapReader& file, std::vector<MemoryLevel>& memory, HardwareReading& reading);
VendorLibrary read_vendor(MapReader& file, HardwareReading& reading);
TileRange read_tiles(MapReader& file, HardwareReading& reading);

}  // namespace mikpoly
