// Which kernel library an engine plans with, and the machine it plans for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// The class description that is shipped for an instruction set family; and the kernel library for a layout of
/// cpu::kOperandLayouts.
HardwareFile shipped_hardware(std::string_view isa);
KernelLibrary shipped_library(std::string_view isa, const std::string& layout);

/// The machine of that description, with this many worker threads.
Accelerator shipped_cpu(std::string_view isa, std::int64_t threads);

/// "cpu-avx512-f32-nn.yaml".
std::string library_file_name(std::string_view isa, const std::string& layout);

/// Where `mikpoly tune --backend cpu` leaves this machine's library and an engine looks for it: in $MIKPOLY_LIBRARIES,
/// else $XDG_CACHE_HOME/mikpoly, else $HOME/.cache/mikpoly. Empty when none is set.
std::string tuned_library_path(std::string_view isa, const std::string& layout);

struct EngineLibrary {
  KernelLibrary library;
  std::string notice;  ///< one sentence when the library was not made by this build on this machine; else empty
};

/// The library given by path, if it was made for the layout (of cpu::kOperandLayouts); else the one tuned for this
/// machine; else the shipped one of the class, whatever the caches.
/// Errors: ConfigError when a library given by path cannot be read or is not of this machine's class.
EngineLibrary engine_library(std::string_view isa, const std::string& layout, const std::string& path);

}  // namespace mikpoly
