// What `mikpoly tune --for` says of the kernels it chose, for people and for programs.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "experiments/purpose/purpose_report.hpp"

namespace mikpoly::cli {

/// The workload, what the kernels gain and lose, and how many are enough.
std::string purpose_text(const lab::PurposeTuning& tuning, std::span<const lab::JudgedPart> parts);

/// The same, unrounded.
nlohmann::ordered_json purpose_json(const lab::PurposeTuning& tuning, std::span<const lab::JudgedPart> parts);

}  // namespace mikpoly::cli
