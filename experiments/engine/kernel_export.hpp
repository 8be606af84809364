// A kernel library for the tools of others.
//
// Source: triton.Config takes keyword arguments, num_warps and num_stages, and tl.dot wants extents that are powers of
// two from 16 on; cutlass_profiler selects kernels by --cta_m, --cta_n, --cta_k and --stages, whose tiles are multiples
// of 32 x 32 x the instruction's k. num_warps is by the occupancy of the hardware file, which the export quotes. What
// does not fit is left out with its reason.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly::lab {

inline constexpr const char* kKernelExportSchema = "mikpoly-kernels/v1";

/// json, triton, cutlass.
std::vector<std::string> kernel_export_formats();

/// Kernels in the library's order, best first.
/// Errors: ConfigError for an unknown format, or cutlass for a machine without warps.
nlohmann::ordered_json export_kernels(const HardwareFile& hardware, const KernelLibrary& library,
                                      const std::string& format);

/// What the exports of one library begin with.
nlohmann::ordered_json export_head(const char* schema, const HardwareFile& hardware, const KernelLibrary& library);

}  // namespace mikpoly::lab
