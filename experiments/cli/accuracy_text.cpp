#include "experiments/cli/accuracy_text.hpp"

#include <fmt/format.h>

namespace mikpoly::cli {

std::string accuracy_table(const std::vector<NamedAccuracy>& rows) {
  std::vector<TableRow> table;
  for (const auto& [name, accuracy] : rows) {
    table.push_back({name, fmt::to_string(accuracy.rows), percent(accuracy.median, 2), percent(accuracy.mape, 2),
                     percent(accuracy.p90, 2), percent(accuracy.bias, 2), number(accuracy.tau, 4)});
  }
  return aligned({"rows", "count", "median", "MAPE", "p90", "bias", "tau"}, table, 1);
}

}  // namespace mikpoly::cli
