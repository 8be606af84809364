// Which machine a device is, and where the libraries for it are.
#pragma once

#include <string>

#include "backends/cuda/driver.hpp"
#include "core/hardware/hardware_file.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly::cuda {

/// The architecture that a description's `pe.isa` names: 80 of "sm_80".
/// Errors: ConfigError naming the file: no `sm_NN` there, or older than kLeastArchitecture.
int architecture_of(const HardwareFile& hardware);

/// Whether a machine is of the device's generation, and has as many multiprocessors.
bool describes(const Accelerator& machine, const DeviceFacts& device);

/// The description among configs/hardware that describes() a device; of several the one with the nearest size of
/// memory.
/// Errors: BackendUnavailable when there is none, with the way to make one.
HardwareFile hardware_of(const DeviceFacts& device);

/// Where `mikpoly tune --backend cuda` leaves a library and the backend looks for it: HARDWARE-DTYPE-LAYOUT.yaml in
/// tuned_library_folder().
/// Errors: ConfigError when no folder is known.
std::string library_path(const std::string& hardware, DataType type, const std::string& layout);

}  // namespace mikpoly::cuda
