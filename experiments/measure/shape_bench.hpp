// Measures the contestants on one shape after the other: values checked, rounds interleaved, the machine's limits and
// foreign load taken in the same rounds.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "experiments/measure/bench_row.hpp"
#include "experiments/measure/limit_meter.hpp"
#include "experiments/measure/operand_sets.hpp"
#include "experiments/measure/pinned_threads.hpp"

namespace mikpoly::lab {

/// A backend that takes part. The first one is the subject, all others are its peers.
struct Contestant {
  std::string name;
  std::unique_ptr<Backend> backend;
};

class ShapeBench {
 public:
  /// `meter` may be null: no limits then. In mode first every contestant must be new: its first call of a shape counts.
  ShapeBench(BenchSettings settings, std::vector<Contestant> contestants, Clock clock, LimitMeter* meter);

  /// A row for each contestant, in their order, scored. What is not supported, fails or computes wrong values is a row
  /// with its reason and without a time.
  /// Errors: MeasuringStopped, between two batches of calls, once `stop` is not zero.
  [[nodiscard]] std::vector<BenchRow> measure(const WorkloadItem& item, const std::atomic<int>* stop = nullptr);

  [[nodiscard]] const BenchSettings& settings() const { return settings_; }
  [[nodiscard]] const std::vector<Contestant>& contestants() const { return contestants_; }

 private:
  /// A contestant on the shape at hand.
  struct Entrant {
    Backend* backend = nullptr;
    BenchRow* row = nullptr;
    GemmProblem problem;
    std::unique_ptr<PackedOperand> packed;   ///< mode packed: what takes the place of B
    std::unique_ptr<PreparedGemm> prepared;  ///< null for plain calls
  };

  void settle_threads(const Entrant& entrant);
  [[nodiscard]] Calls calls_of(const Entrant& entrant, const OperandSets& sets) const;
  void prepare(Entrant& entrant) const;
  void pack(Entrant& entrant, const OperandSets& sets) const;
  void check_values(const Entrant& entrant, OperandSets& sets);
  void measure_steady(std::vector<Entrant>& entrants, ShapeConditions& conditions);
  void measure_first(std::vector<Entrant>& entrants, ShapeConditions& conditions);
  void time_first(Entrant& entrant);
  void wake_up(Backend& backend) const;
  void meter_limits(const GemmProblem& problem, ShapeConditions& conditions);

  BenchSettings settings_;
  std::vector<Contestant> contestants_;
  Sampler sampler_;
  LimitMeter* meter_;
  PinnedThreads threads_;
  SplitMix64 random_;
  const std::atomic<int>* stop_ = nullptr;
};

}  // namespace mikpoly::lab
