// library/v1: the micro-kernels of one accelerator as a YAML file with its key and a checksum.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// The file's text: one line per kernel, times in picoseconds, then nothing that could differ between two machines.
std::string library_text(const KernelLibrary& library);

/// Writes the text, all or nothing.
/// Errors: OutputError.
void save_library(const KernelLibrary& library, const std::string& path);

/// Reads the file and sets `hash`. What save_library wrote comes back equal, number for number.
/// Errors: ConfigError when the file is missing, changed since it was written (checksum), truncated, or of another
/// schema.
KernelLibrary load_library(const std::string& path);
KernelLibrary parse_library(std::string_view text, const std::string& path);

/// configs/libraries/HARDWARE-DTYPE.yaml.
std::string shipped_library_path(const Accelerator& accelerator, DataType input);

/// A library, or the reason why there is none.
struct ShippedLibrary {
  std::optional<KernelLibrary> library;
  std::string reason;  ///< one sentence; empty when there is a library
};

/// The shipped library of a machine, if it was made for exactly this description and not for one workload.
ShippedLibrary library_for(const HardwareFile& hardware, DataType input);

}  // namespace mikpoly
