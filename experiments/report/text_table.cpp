#include "experiments/report/text_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace mikpoly::lab {
namespace {

std::string line_of(const TableRow& row, const std::vector<std::size_t>& widths, std::size_t left,
                    std::size_t left_at_end) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool flush_left = i < left || i + left_at_end >= row.size();
    if (i > 0) line += "  ";
    line += flush_left ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("{:>{}}", row[i], widths[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string aligned(const TableRow& header, const std::vector<TableRow>& rows, std::size_t left,
                    std::size_t left_at_end) {
  std::vector<std::size_t> widths;
  const auto widen = [&widths](const TableRow& row) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  };
  widen(header);
  for (const TableRow& row : rows) widen(row);
  std::string text = header.empty() ? "" : line_of(header, widths, left, left_at_end);
  for (const TableRow& row : rows) text += line_of(row, widths, left, left_at_end);
  return text;
}

std::string number(double value, int decimals) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, decimals);
}

std::string percent(double share, int decimals) {
  return std::isnan(share) ? "-" : fmt::format("{:.{}f} %", 100.0 * share, decimals);
}

}  // namespace mikpoly::lab
