#include "experiments/cli/accuracy_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace mikpoly::cli {
namespace {

std::string percent(double ratio) {
  return std::isnan(ratio) ? "-" : fmt::format("{:.2f} %", 100.0 * ratio);
}

}  // namespace

std::string accuracy_table(const std::vector<NamedAccuracy>& rows) {
  std::vector<TableRow> table;
  for (const auto& [name, accuracy] : rows) {
    table.push_back({name, fmt::to_string(accuracy.rows), percent(accuracy.median), percent(accuracy.mape),
                     percent(accuracy.p90), percent(accuracy.bias),
                     std::isnan(accuracy.tau) ? "-" : fmt::format("{:.4f}", accuracy.tau)});
  }
  return aligned({"rows", "count", "median", "MAPE", "p90", "bias", "tau"}, table, 1);
}

}  // namespace mikpoly::cli
