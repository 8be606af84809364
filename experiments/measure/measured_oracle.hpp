// ORACLE on this machine: the plan that measures fastest.
//
// The candidate space of patterns I to III holds thousands of plans a shape; measuring all would take minutes. Measured
// are the plans of the shortlist (core/planner/shortlist.hpp), every plan of pattern I where that is allowed, and what
// each cost model would choose. Each is sampled for some 0.3 ms in random order; the half with the lesser medians goes
// on with twice the time, until four are left, which are sampled for 8 rounds more. What is not measured is not
// searched, so that the pick is not proven best: its gap is unknown. The least of many noisy medians is too low a time:
// score the pick by measuring it again.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/engine/engine.hpp"
#include "core/planner/shortlist.hpp"
#include "experiments/measure/sampler.hpp"

namespace mikpoly::lab {

struct OracleFinding {
  Plan plan;
  std::int64_t candidates = 0;  ///< in the space of the patterns
  std::int64_t near = 0;        ///< of these, predicted near the least
  std::int64_t measured = 0;
};

class MeasuredOracle {
 public:
  /// `problem` says layout, types and shape; `patterns` are of I to III. The engine must outlive the oracle.
  MeasuredOracle(Engine& engine, const GemmProblem& problem, std::vector<std::string> patterns,
                 const ShortlistLimits& limits = {}, std::uint64_t seed = 1);

  /// Without output or product: the engine's own plan, nothing measured.
  /// Errors: ConfigError as shortlist(); those of OperandSets; MeasuringStopped, between two batches of calls, once
  /// `stop` is not zero.
  /// Cost: some 0.1 s, and 200 calls of a large product.
  [[nodiscard]] OracleFinding search(const std::atomic<int>* stop = nullptr) const;

 private:
  [[nodiscard]] std::vector<Plan> contenders(const Shortlist& list) const;
  [[nodiscard]] Plan fastest(const std::vector<Plan>& plans, const std::atomic<int>* stop) const;

  Engine& engine_;
  GemmProblem problem_;
  std::vector<std::string> patterns_;
  ShortlistLimits limits_;
  std::uint64_t seed_;
};

}  // namespace mikpoly::lab
