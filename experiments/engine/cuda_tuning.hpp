// S1 for backend cuda: tiles that the kernel template can be, as it would run them. Times are the simulator's where
// there is no device.
#pragma once

#include <cstdint>
#include <string>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::lab {

/// Candidates that are left for timing on a device, most of a minute's work.
inline constexpr std::int64_t kMostCudaCandidates = 200;

/// What a library of kernels that are compiled here carries; `compiler` is NVRTC's version, or empty without one.
/// Errors: as cuda::architecture_of().
LibraryKey cuda_library_key(const HardwareFile& hardware, const GemmTypes& types, const TuningParameters& parameters,
                            const std::string& layout);

/// Candidates with their variants, timed by the simulator and pruned by it to kMostCudaCandidates.
/// Errors: ConfigError when the template computes on other types, or no tile fits.
TuningResult cuda_candidates(const Accelerator& accelerator, const LibraryKey& key);

}  // namespace mikpoly::lab
