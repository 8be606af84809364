// What a report says of one machine with one pattern set.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/metrics.hpp"
#include "experiments/report/roofs.hpp"

namespace mikpoly::lab {

/// Rows that are in a figure, and those that are not.
struct RowTally {
  std::int64_t shapes = 0;  ///< different problems
  std::int64_t done = 0;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;  ///< declined by their selector
};

struct ReportSection {
  std::string hardware;
  std::string pattern_set;
  std::string time_source;                   ///< of every time in it; empty when no row finished
  std::vector<lab::SelectorRows> selectors;  ///< in file order
  lab::MachineTypes types;
  MachineRoofs roofs;

  /// The rows of a selector, or nullptr.
  [[nodiscard]] const lab::SelectorRows* find(std::string_view selector) const;
};

/// In file order. The table must outlive them.
std::vector<ReportSection> sections_of(const lab::RunTable& table, const RunRoofs& roofs);

RowTally tally_of(const std::vector<lab::SelectorRows>& selectors);

/// `24 shapes; 96 rows done, 0 failed, 0 skipped; times simulated`.
std::string counts_text(const RowTally& tally, std::string_view time_source);

}  // namespace mikpoly::lab
