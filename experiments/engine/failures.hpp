// Why rows of a run did not go well: each reason once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/engine/metrics.hpp"

namespace mikpoly::lab {

/// `3 rows failed, first 64x64x64 with mikpoly on toy: REASON` for each reason of rows that failed or have wrong
/// values, the one of most rows first, at most `most`; a last sentence says how many reasons are left out. What a
/// selector declined did not fail. Cost: proportional to the rows.
std::vector<std::string> failure_sentences(const std::vector<SelectorRows>& groups, std::int64_t most);

}  // namespace mikpoly::lab
