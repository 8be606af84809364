// The best peer of a shape: picked on the first rounds, scored on the last.
//
// The least of several noisy times is less than the time of the best library. Rounds that were not looked at when the
// best one was picked do not have that bias.
#pragma once

#include <span>
#include <string_view>

#include "experiments/measure/bench_row.hpp"

namespace mikpoly::lab {

/// MKL is compared in a column of its own and is never the best peer.
bool counts_for_yardstick(std::string_view peer);

/// Fills `score` of the rows of one shape. Rows without times, or with wrong values, neither pick nor score.
void score_against_best_peer(std::span<BenchRow> rows);

}  // namespace mikpoly::lab
