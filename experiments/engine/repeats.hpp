// How often shapes come again in a run: what a cache of plans would save.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/engine/run_table.hpp"

namespace mikpoly::lab {

/// The shapes of one workload of a run, whatever was run on them.
struct WorkloadRepeats {
  std::string workload;
  double seen = 0.0;           ///< products: sum of count; a double, for it may pass 2^63
  std::int64_t planned = 0;    ///< items: a run plans each once for every machine, selector and pattern set
  std::int64_t distinct = 0;   ///< different shapes among them
  std::int64_t extents_m = 0;  ///< different m

  /// Products beyond the first of their shape.
  [[nodiscard]] double repeated() const { return seen - static_cast<double>(distinct); }
};

/// In file order.
std::vector<WorkloadRepeats> repeats_of(const RunTable& table);

}  // namespace mikpoly::lab
