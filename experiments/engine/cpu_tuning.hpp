// S1 on this machine's cores.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/hardware/hardware_file.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::lab {

struct CpuTuningRequest {
  TuningParameters parameters;  ///< n_syn, n_mik and ranking count
  std::int64_t threads = 0;     ///< cores that are busy while a task is timed; 0: all usable ones
  std::string layout;           ///< of the operands: NN, NT, TN or TT
  std::string isa;              ///< empty: the best that runs here
  bool quick = false;           ///< under a minute: fewer tiles, fewer knots, shorter samples
  std::string journal;          ///< path, of a tuning of the same conditions; what it holds is not timed again
};

/// The instruction set that the request is for.
/// Errors: BackendUnavailable for one that does not run here.
std::string isa_of(const CpuTuningRequest& request);

/// The key of a library that such a request makes.
/// Errors: as isa_of().
LibraryKey cpu_library_key(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request);

struct CpuCandidates {
  Accelerator machine;  ///< with as many PEs as cores were busy
  TuningResult timed;
  std::int64_t resumed = 0;  ///< samples that the journal held
};

/// Candidates of S1, timed on this machine's cores; the journal stays. `notice` is told of damage in it.
/// Errors: as above, as timed_candidates() and as JournaledTimer; ConfigError for types other than f32.
CpuCandidates cpu_candidates(const HardwareFile& hardware, const GemmTypes& types, const CpuTuningRequest& request,
                             const TuningProgress& progress, const std::function<void(const std::string&)>& notice);

}  // namespace mikpoly::lab
