// What a kernel library of this machine and this build carries as its device class.
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/kernel_library.hpp"

namespace mikpoly::cpu {

/// The version of the kernels and of their blocking: raised when a change gives other times.
inline constexpr std::string_view kKernelSource = "cpu.5";

/// The version of S1 and of the timer.
inline constexpr std::string_view kTuningMethod = "s1.2+cpu.5";

/// The class of this machine for kernels of an instruction set on operands of that layout ("NN").
DeviceKey device_key(std::string_view isa, const std::string& layout);

}  // namespace mikpoly::cpu
