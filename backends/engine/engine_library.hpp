// Which kernel library an engine plans with for one way operands lie.
#pragma once

#include <string>
#include <string_view>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// The class description that is shipped for an instruction set family; and the kernel library for a layout of
/// cpu::kOperandLayouts.
HardwareFile shipped_hardware(std::string_view isa);
KernelLibrary shipped_library(std::string_view isa, const std::string& layout);

/// "cpu-avx512-f32-nn.yaml".
std::string library_file_name(std::string_view isa, const std::string& layout);

struct EngineLibrary {
  KernelLibrary library;
  std::string notice;  ///< one sentence when the library was not made by this build on this machine; else empty
};

/// A library that a person names, for the layout that its key names.
/// Errors: ConfigError when it cannot be read or is not of the machine's class.
EngineLibrary named_library(const HardwareFile& machine, const std::string& path);

/// The library for a layout of cpu::kOperandLayouts: the one that tune left in the folder, if it still fits; else the
/// shipped one of the class, whatever the caches.
EngineLibrary engine_library(const HardwareFile& machine, const std::string& layout, const std::string& tuned_folder);

}  // namespace mikpoly
