// `mikpoly tune` with this machine's cores as timer: one library, or those that the engine looks for.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/hardware/hardware_file.hpp"
#include "experiments/engine/cpu_tuning.hpp"

namespace mikpoly::cli {

struct HereRequest {
  std::optional<HardwareFile> hardware;  ///< empty: the shipped description of the instruction set's class
  std::string dtype;                     ///< empty: the machine's first
  lab::CpuTuningRequest tuning;          ///< an empty layout: NN and NT, or NN where `output` or `hardware` is given
  std::string output;                    ///< empty: of a given hardware configs/libraries, else where the engine looks
};

/// Chooses kernels of candidates and writes the library to a path.
using KeepLibrary = std::function<void(const lab::CpuCandidates&, const std::string&)>;

/// Makes the libraries one after the other. A journal beside each lasts until all are written.
/// Returns: the exit code.
/// Errors: those of cpu_candidates() and of `keep`; ConfigError when no folder is known for the libraries; OutputError.
/// After a signal, an Error with the exit code of contracts.md: the same command takes the samples over.
int tune_here(const HereRequest& request, const KeepLibrary& keep);

}  // namespace mikpoly::cli
