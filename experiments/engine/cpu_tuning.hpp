// S1 on this machine's cores.
#pragma once

#include <cstdint>
#include <string>

#include "core/hardware/hardware_file.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::lab {

struct CpuTuningRequest {
  TuningParameters parameters;  ///< n_syn, n_mik and ranking count
  std::int64_t threads = 0;     ///< cores that are busy while a task is timed; 0: all usable ones
  std::string layout;           ///< of the operands, of cpu::kOperandLayouts
  std::string isa;              ///< empty: the best that runs here
  bool quick = false;           ///< under a minute: fewer tiles, fewer knots, shorter samples
  std::string journal;          ///< path; what it holds of the same key is not timed again
};

/// The key of a library that such a request makes.
/// Errors: BackendUnavailable for an instruction set that does not run here.
LibraryKey cpu_library_key(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request);

/// Times, ranks, keeps; the library's hash is set and the journal stays.
/// Errors: as above and as tune(); OutputError for the journal; ConfigError for types other than f32.
TuningResult tune_cpu(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request,
                      const TuningProgress& progress);

}  // namespace mikpoly::lab
