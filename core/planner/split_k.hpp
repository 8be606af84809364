// Splits k where a plan has fewer tasks than there are workers.
#pragma once

#include "core/plan/plan.hpp"

namespace mikpoly {

/// The plan's only region cut into `parts` k ranges, each a multiple of `granule` but the last; the plan itself when it
/// has more than one region or k is too short. `parts` is at most kMaxRegions.
Plan split_k(const Plan& plan, std::int64_t parts, std::int64_t granule);

}  // namespace mikpoly
