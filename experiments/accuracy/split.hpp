// Halves of a table: constants are fitted, or kernels chosen, on one and reported on the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/accuracy/timed_table.hpp"

namespace mikpoly::lab {

/// 0 or 1 for each text, by a bit of its hash: of the last bits of SHA-256, the first one (from the right) at which
/// both halves have at least a quarter of the texts. Of a whole table that is the last bit, its parity; a table that
/// holds only one parity is halved by the next. Returns: all 0 when no bit halves the texts (all the same).
std::vector<int> halves_of(std::span<const std::string> texts);

/// The same by "{n}x{k}" of each row, so that all m of one (n, k) fall into the same half.
std::vector<int> halves_of(std::span<const TimedRow> rows);
/// The same of shapes: a row each.
std::vector<int> halves_of_shapes(std::span<const GemmShape> shapes);

}  // namespace mikpoly::lab
