// A hardware description as text for people, and the same as JSON: derived peaks, ridge points, limits, sources,
// accuracy.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/hardware/hardware_file.hpp"

namespace mikpoly::lab {

std::string hardware_text(const HardwareFile& file);

nlohmann::ordered_json hardware_json(const HardwareFile& file);

}  // namespace mikpoly::lab
