// Which kernel library an experiment uses: the one asked for, the shipped one when its key fits, else one tuned now.
#pragma once

#include <string>
#include <string_view>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::lab {

/// The version of S1 and of the simulated timer in library keys: raised when either gives other numbers.
inline constexpr std::string_view kTuningMethod = "s1.1+sim.1";

/// The library a person asks for.
struct LibraryRequest {
  std::string path;             ///< empty: shipped or tuned
  TuningParameters parameters;  ///< what a library without a path must have been made with
};

struct LibraryChoice {
  KernelLibrary library;
  std::string origin;  ///< one sentence for the log: the file, or that it was tuned and why
  std::string notice;  ///< one sentence for the person who asked, when it is not what they may expect; else empty
};

/// The types of a GEMM on `input`: the machine's accumulator; the output is of the input type, or of the accumulator's
/// when the input is an integer.
/// Errors: ConfigError naming the types the machine computes on.
GemmTypes types_on(const Accelerator& accelerator, DataType input);

/// The key such a library carries.
LibraryKey library_key(const HardwareFile& hardware, const GemmTypes& types, const TuningParameters& parameters);

/// Candidates of S1, timed by the simulator under its honest conditions.
/// Errors: as timed_candidates().
TuningResult simulated_candidates(const Accelerator& accelerator, const LibraryKey& key);

/// S1 with the simulator as timer; the library's hash is set.
/// Errors: as tune().
TuningResult tune_simulated(const Accelerator& accelerator, const LibraryKey& key);

/// The tiles of the hardware file's vendor, timed by the simulator; hash as above.
/// Errors: as vendor_kernels().
KernelLibrary vendor_library(const HardwareFile& hardware, const GemmTypes& types);

/// Errors: ConfigError when a library given by path was made for something else, or cannot be read.
LibraryChoice choose_library(const HardwareFile& hardware, const GemmTypes& types, const LibraryRequest& request);

}  // namespace mikpoly::lab
