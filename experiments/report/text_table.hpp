// A table in aligned columns, for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mikpoly::lab {

using TableRow = std::vector<std::string>;

/// Columns two spaces apart; the first `left` and the last `left_at_end` are flush left, the rest flush right. An empty
/// header gives no header line. No trailing spaces, no colour.
std::string aligned(const TableRow& header, const std::vector<TableRow>& rows, std::size_t left,
                    std::size_t left_at_end = 0);

/// A number with so many decimals; `-` where there is none (NaN).
std::string number(double value, int decimals);

/// A share in percent, `12.5 %`; `-` where there is none (NaN).
std::string percent(double share, int decimals);

}  // namespace mikpoly::lab
