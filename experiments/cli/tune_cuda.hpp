// `mikpoly tune --backend cuda`: a library of CUDA kernels, and their machine code where there is a compiler.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/hardware/hardware_file.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::cli {

/// Candidates of S1 with their times.
struct CudaCandidates {
  TuningResult tuning;
  bool simulated = false;  ///< by the simulator: there is no device of this kind here
};

/// Times candidates on the device where there is one of this kind, and by the simulator where not, which a notice
/// tells. Samples stand in a journal beside `path` until remove_journal().
/// Errors: as lab::cuda_candidates() and lab::cuda_timed(); Error when it was stopped.
CudaCandidates cuda_candidates_here(const HardwareFile& hardware, const LibraryKey& key, const std::string& path);

/// Compiles the kernels of the library at `path` and writes the code beside it; progress on stderr.
/// Returns: what came of it, for JSON: {"written": PATH, "architecture", "compiler", "functions", "most_registers",
/// "spilling"} or {"missing": SENTENCE}.
/// Errors: as compile_library() and save_archive().
nlohmann::ordered_json compile_code(const std::string& path, int architecture);

/// The same in a line of text.
std::string code_text(const nlohmann::ordered_json& code);

}  // namespace mikpoly::cli
