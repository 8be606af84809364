// What selectors can be told; an experiment's keys `oracle` and `baselines`.
#pragma once

#include <cstdint>
#include <optional>

#include "core/problem/gemm_shape.hpp"

namespace mikpoly {

/// What the declared-ranges baseline was compiled for: m in 1..most_m, at one n and k.
struct DeclaredRange {
  std::int64_t most_m = 8192;     ///< the widest of the published ranges
  std::optional<std::int64_t> n;  ///< empty: each shape's own, as if it had been compiled for each
  std::optional<std::int64_t> k;
};

struct SelectorSettings {
  /// Steps of the oracle's search beyond one cut, per shape: candidates looked at. 0: no search.
  std::int64_t oracle_budget = 8'000'000;
  DeclaredRange range;
  GemmShape tuned_shape{1024, 1024, 1024};  ///< of the symbolic baseline's one kernel
};

}  // namespace mikpoly
