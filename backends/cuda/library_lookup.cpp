#include "backends/cuda/library_lookup.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "backends/tuned_folder.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"

namespace mikpoly::cuda {
namespace {

// 80 of "sm_80"; 0 of what is none.
int architecture_in(const std::string& isa) {
  constexpr std::string_view kPrefix = "sm_";
  int number = 0;
  if (isa.starts_with(kPrefix)) std::from_chars(isa.data() + kPrefix.size(), isa.data() + isa.size(), number);
  return number;
}

// How many times larger or smaller.
double memory_apart(const Accelerator& machine, const DeviceFacts& device) {
  const auto described = static_cast<double>(machine.memory.back().capacity.count);
  return std::abs(std::log(described / static_cast<double>(device.memory_bytes)));
}

}  // namespace

int architecture_of(const HardwareFile& hardware) {
  const std::string& isa = hardware.accelerator.pe.isa;
  if (const int number = architecture_in(isa); number >= kLeastArchitecture) return number;
  throw ConfigError(fmt::format("hardware \"{}\" is not for backend cuda: pe.isa is \"{}\"; needed: sm_{} or newer",
                                hardware.path, isa, kLeastArchitecture));
}

bool describes(const Accelerator& machine, const DeviceFacts& device) {
  constexpr int kGeneration = 10;
  const int architecture = architecture_in(machine.pe.isa);
  return architecture / kGeneration == device.architecture / kGeneration && architecture <= device.architecture &&
         machine.pe.count == device.multiprocessors;
}

HardwareFile hardware_of(const DeviceFacts& device) {
  std::optional<HardwareFile> nearest;
  for (const std::string& name : hardware_names()) {
    HardwareFile file = load_hardware(name);
    if (!describes(file.accelerator, device)) continue;
    if (nearest && memory_apart(nearest->accelerator, device) <= memory_apart(file.accelerator, device)) continue;
    nearest = std::move(file);
  }
  if (nearest) return *std::move(nearest);
  throw BackendUnavailable(
      fmt::format("no machine of configs/hardware is a {} (sm_{}, {} multiprocessors); mikpoly hw new makes one",
                  device.name, device.architecture, device.multiprocessors));
}

std::string library_path(const std::string& hardware, DataType type, const std::string& layout) {
  const std::string folder = tuned_library_folder();
  if (folder.empty()) {
    throw ConfigError("no folder for the library: set MIKPOLY_LIBRARIES or HOME, or give --output");
  }
  std::string name = fmt::format("{}-{}-{}.yaml", hardware, name_of(type), layout);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace mikpoly::cuda
