// What `mikpoly tune` says of a library that it made, for people and for programs.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/tuning/tuner.hpp"

namespace mikpoly::cli {

/// Candidates generated, refused and timed.
std::string candidates_text(const TuningReport& report);

/// One line per kernel.
std::string kernel_table(const KernelLibrary& library);

/// Report, key and ids of the kernels; of which workload where it is for one.
nlohmann::ordered_json tuning_json(const KernelLibrary& library, const TuningReport& report, const std::string& path);

}  // namespace mikpoly::cli
