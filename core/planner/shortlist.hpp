// The candidate plans whose predicted time is near the least: what a search by measuring begins with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly {

struct ShortlistLimits {
  double factor = 1.5;     ///< of the least makespan that a listed plan may take
  std::size_t most = 128;  ///< plans listed
};

struct Shortlist {
  std::vector<Plan> plans;      ///< least makespan first; `predicted` is the makespan
  std::int64_t candidates = 0;  ///< of the patterns, whatever they take
  std::int64_t near = 0;        ///< within the factor, each distinct program once; the first `most` are listed
};

/// Of a library with trimmed kernels, over patterns with at most one cut (I to III), by the makespan model. Plans whose
/// tasks are the same in every extent, variant and k block count once: a cut at a whole tile, or a tile larger than the
/// shape.
/// Errors: ConfigError for an unknown pattern, or one with more cuts.
/// Cost: some hundred nanoseconds a candidate; allocates.
Shortlist shortlist(const Accelerator& accelerator, const KernelLibrary& library,
                    const std::vector<std::string>& patterns, const GemmShape& shape,
                    const ShortlistLimits& limits = {});

}  // namespace mikpoly
