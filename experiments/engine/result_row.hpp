// One row of results.csv, in parts: which problem, under what, what was chosen, how long it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/measurement.hpp"
#include "core/problem/dtype.hpp"
#include "core/problem/workload.hpp"

namespace mikpoly::lab {

/// The machine and the types: the same for all rows of a point.
struct RowSetup {
  std::string workload;
  GemmTypes types;
  std::string hardware;
  std::string backend;
  std::string mode;  ///< where the operands are at the start: cold (main memory) or warm (nearest shared level)
  std::optional<std::int64_t> threads;  ///< empty where the machine decides
  std::string hardware_hash;
  std::string library_hash;
};

/// What a selector chose.
struct RowChoice {
  std::string selector;
  std::string pattern_set;  ///< `I`, `I+II` ... or `all`
  std::string pattern;
  std::string plan;  ///< text form; empty when there is nothing to compute
  std::optional<double> oracle_gap;
  bool extrapolated = false;  ///< a kernel runs more k steps than its time curve was sampled for
};

/// How it went.
struct RowOutcome {
  std::string status = "done";              ///< done, failed or skipped
  std::string disposition = "not_checked";  ///< passed, failed, not_checked or unsupported
  std::string reason;                       ///< of a failure
};

/// Of a row that a selector or a machine declined.
inline RowOutcome declined(std::string reason) {
  return {.status = "skipped", .disposition = "unsupported", .reason = std::move(reason)};
}

/// Of a row that could not be made.
inline RowOutcome failure(std::string reason) {
  return {.status = "failed", .disposition = "not_checked", .reason = std::move(reason)};
}

struct RowTimes {
  std::optional<Picoseconds> predicted;           ///< Eq. 2, whatever the selector minimised
  std::optional<Picoseconds> predicted_makespan;  ///< the makespan model; both empty where a kernel has no curve
  Measurement measured;
  std::optional<Picoseconds> launch;    ///< empty when measured: it is in the time
  std::optional<Picoseconds> planning;  ///< empty when simulated
};

/// What the simulated machine did meanwhile.
struct RowUse {
  std::int64_t waves = 0;
  double tail_util = 0.0;
  double pad_waste = 0.0;
  std::string bound_by;
};

/// Time over a reference; empty without one.
struct RowScore {
  std::optional<double> regret;      ///< against the oracle with the run's largest pattern set
  std::optional<double> regret_all;  ///< against the best single kernel of all feasible candidates
};

struct ResultRow {
  WorkloadItem item;
  RowSetup setup;
  RowChoice choice;
  RowOutcome outcome;
  std::optional<RowTimes> times;  ///< empty when the point failed
  std::optional<RowUse> use;      ///< empty when the point failed, or was measured
  RowScore score;
};

}  // namespace mikpoly::lab
