// S1 for backend cuda: tiles that the kernel template can be, as it would run them. They are timed and pruned by the
// simulator, and what is left by the device where there is one.
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

/// How candidates are timed on a device.
struct CudaTimingRequest {
  std::string journal;      ///< a file that samples are written to, and taken from by who goes on
  TuningProgress compiled;  ///< kernels compiled, and all of them
  TuningProgress timed;     ///< may throw to stop
};

/// Why candidates of this machine cannot be timed here, in one sentence; empty when they can.
std::string cuda_timing_missing(const Accelerator& accelerator);

/// The candidates with times of the device in place of the simulator's.
/// Errors: as cuda_timing_missing() has it; DeviceError; as JournaledTimer().
/// Cost:   for 200 candidates, compiling them, and about half a minute.
TuningResult cuda_timed(const Accelerator& accelerator, TuningResult candidates, const CudaTimingRequest& request);

}  // namespace mikpoly::lab
