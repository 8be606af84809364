// Candidates of S1: every tile the machine's granules allow, and why most do not fit.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

struct Candidates {
  std::vector<MicroKernel> kernels;             ///< feasible ones, in tile order, without time curves
  std::int64_t generated = 0;                   ///< all tiles tried
  std::map<std::string, std::int64_t> refused;  ///< buffer that is too small -> tiles
};

/// Tiles of granule * i, i = 1..n_gen in each extent, up to the machine's largest tile.
/// Source: MikPoly (ASPLOS'24), section 3.3; the filter by buffers is ours.
/// Errors: ConfigError when no tile fits, naming the buffer that refuses most.
Candidates generate_candidates(const Accelerator& accelerator, const GemmTypes& types, std::int64_t n_gen);

}  // namespace mikpoly
