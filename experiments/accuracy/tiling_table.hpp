// Tables of tilings that others tuned, so that the simulator can be asked whether it finds them good.
//
// CSV with m, n, k; cores_m, cores_n; tile_m, tile_n, tile_k (of L0); l1_a and l1_b: k steps of L1, or `whole`.
// Optional: batch, cores_batch, dtype; copies: l1_a_copies, l1_b_copies, feed_copies (2 where absent), accumulators
// (1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "sim/tiling.hpp"

namespace mikpoly::lab {

struct TilingRow {
  std::int64_t line = 0;
  GemmShape shape;
  std::optional<DataType> dtype;
  sim::Tiling tiling;
};

/// Errors: ConfigError naming file and line of everything that is wrong.
std::vector<TilingRow> load_tilings(const std::string& file);

/// What the simulator says of a row.
struct TilingVerdict {
  std::string fault;  ///< why the machine cannot run it; empty when it can
  double time_us = 0.0;
  double best_us = 0.0;
  sim::Tiling best;
  bool beats_search = false;  ///< the given tiling is faster than what the search finds, and so the best

  [[nodiscard]] double ratio() const { return time_us / best_us; }  ///< at least 1
};

/// All rows, on all usable cores.
/// Errors: ConfigError when the machine lacks a row's type.
std::vector<TilingVerdict> judge_tilings(const Accelerator& accelerator, const std::vector<TilingRow>& rows,
                                         DataType fallback);

}  // namespace mikpoly::lab
