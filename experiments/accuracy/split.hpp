// Halves of a table: constants are fitted on one and errors reported on the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/accuracy/timed_table.hpp"

namespace mikpoly::lab {

/// 0 or 1 for each row, by a bit of the hash of "{n}x{k}", so that all m of one (n, k) fall into the same half: of the
/// last bits of SHA-256, the first one (from the right) at which both halves have at least a quarter of the rows. Of a
/// whole table that is the last bit, its parity; a table that holds only one parity is halved by the next.
/// Returns: all 0 when no bit halves the rows (a single (n, k)).
std::vector<int> halves_of(std::span<const TimedRow> rows);
/// The same of shapes: a row each.
std::vector<int> halves_of_shapes(std::span<const GemmShape> shapes);

}  // namespace mikpoly::lab
