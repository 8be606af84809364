// Plans that divide tiles over blocks as Stream-K does: their allocation is `stream_k/GRID` instead of `max_min`.
//
// The k steps of the tiles that fill no whole round of the machine's places, and of one round before where there is
// one, are dealt out evenly: GRID blocks where there are fewer tiles than places, else a block for each place. Which
// block gets which steps follows from the order of the tiles; the plan needs no regions for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan/plan.hpp"

namespace mikpoly {

/// `stream_k/GRID`.
std::string stream_k_allocation(std::int64_t grid);

/// The grid in an allocation, at least 1; 0 for any other text.
std::int64_t stream_k_grid(std::string_view allocation);

}  // namespace mikpoly
