// Operands to be timed with.
#pragma once

#include "backends/cuda/device.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly::cuda {

/// Fills memory of the device with numbers from a half to one of the type, the same every time: of zeros alone, chips
/// run faster. Returns when they are there.
/// Errors: DeviceError.
void fill_random(const DeviceStream& stream, const DeviceBuffer& buffer, DataType type);

}  // namespace mikpoly::cuda
