// The regret table of each machine and pattern set, as rows of text that nobody has laid out yet.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/metrics.hpp"
#include "experiments/report/text_table.hpp"

namespace mikpoly::lab {

struct MetricRows {
  std::string hardware;
  std::string pattern_set;
  TableRow header;  ///< `selector`, then the metrics' headings
  std::vector<TableRow> rows;
};

/// One for each machine and pattern set, in file order. A metric that people need not see is left out.
std::vector<MetricRows> metric_rows(const std::vector<SelectorRows>& groups, MetricTable table);

/// Whether a shape is used more or less than once, so that the metrics by use say something new.
bool has_unequal_use(const std::vector<SelectorRows>& groups);

}  // namespace mikpoly::lab
