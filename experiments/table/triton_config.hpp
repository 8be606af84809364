// A configuration of Triton's autotuner as a kernel.
//
// BLOCK_M, BLOCK_N, BLOCK_K (or BLOCK_SIZE_M ...) are the tile, num_stages the stages, num_warps the warps, SPLIT_K the
// parts of k. The name is made of all that tells configurations apart, as triton-128x256x64-w8-s3-g8, g being GROUP_M
// (or GROUP_SIZE_M); what splits k is not in it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "experiments/table/timed_kernel.hpp"

namespace mikpoly::lab {

/// Name -> value.
using TritonConfig = std::map<std::string, std::string>;

/// Reads `BLOCK_M: 64, num_warps: 4`, as Triton prints configurations.
/// Errors: ConfigError when it is none.
TritonConfig parse_triton_config(std::string_view text);

/// Whether a CSV column or a JSON key belongs to the configuration, by its name.
bool is_triton_setting(std::string_view name);

/// Sets kernel and k_parts.
/// Errors: ConfigError when the tile is missing, or a number is none.
void take_triton_config(const TritonConfig& config, TimedKernel& timed);

}  // namespace mikpoly::lab
