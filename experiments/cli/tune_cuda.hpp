// `mikpoly tune --backend cuda`: a library of CUDA kernels, and their machine code where there is a compiler.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "backends/cuda/kernel_archive.hpp"

namespace mikpoly::cli {

/// Compiles the kernels of the library at `path` and writes the code beside it; progress on stderr.
/// Returns: what came of it, for JSON: {"written": PATH, "architecture", "compiler", "functions", "most_registers",
/// "spilling"} or {"missing": SENTENCE}.
/// Errors: as compile_library() and save_archive().
nlohmann::ordered_json compile_code(const std::string& path, int architecture);

/// The same in a line of text.
std::string code_text(const nlohmann::ordered_json& code);

}  // namespace mikpoly::cli
