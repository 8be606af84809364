// Makespan: completion time of exactly the schedule that will run.
//
//   bare   = max over slot groups of ( sum over regions of tasks * interval  +  fill and drain )
//   full   = start + the same with each region's interval raised to what its operands need from the shared levels while
//   cold
//            and while warm, and never below the plan's bytes at the levels' total rates
// Fill and drain of a group: the largest difference of latency and interval among its kernels, because a large tile may
// still be on its way out when smaller ones have followed it.
//
// Source: list scheduling as in allocation/max_min.hpp; traffic as in cost/traffic.hpp. Ours; the paper has Eq. 2 only.
// Known limits: rates are the PE's own, the shared levels' division among PEs enters by the total alone.
#pragma once

#include <algorithm>
#include <span>

#include "core/cost/cost_model.hpp"
#include "core/cost/traffic.hpp"

namespace mikpoly {

/// A kernel's curve at the k extent of the problem at hand.
struct KernelTimes {
  Picoseconds latency;
  Picoseconds interval;
  double steps = 0.0;
};

KernelTimes times_of(const MicroKernel& kernel, std::int64_t k);

class MakespanModel final : public CostModel {
 public:
  /// `bare`: without traffic floors and fixed costs.
  MakespanModel(const Accelerator& accelerator, const KernelLibrary& library, bool bare);

  [[nodiscard]] Picoseconds cost(const Plan& plan) const override;
  [[nodiscard]] std::vector<CostTerm> explain(const Plan& plan) const override;
  [[nodiscard]] std::optional<AdditiveForm> additive() const override { return std::nullopt; }

  using Cost = std::int64_t;  ///< ps

  /// cost() with the kernels' times at hand, in the order of the plan's regions.
  [[nodiscard]] Picoseconds cost(const Plan& plan, std::span<const KernelTimes> times) const;

  /// Part of every cost() that does not depend on the plan.
  [[nodiscard]] double start_ps() const { return start_ps_; }

  /// What cost() charges at least beside the start for `near_bytes` of operands read by all tasks, `main_bytes` of them
  /// from main memory: the mean PE's load pipe, and main memory's total rate. Zero when bare.
  [[nodiscard]] Cost least_loading(double near_bytes, double main_bytes) const {
    if (bare_) return 0;
    const double pipes = (near_bytes - main_bytes) * near_ps_per_byte_ + main_bytes * main_ps_per_byte_;
    return static_cast<Cost>(std::max(pipes, main_bytes * main_total_ps_per_byte_));
  }

 private:
  struct Parts;
  [[nodiscard]] Parts parts_of(const Plan& plan, std::span<const KernelTimes> times) const;
  [[nodiscard]] double raised_interval(const KernelTimes& times, double residents, double tasks,
                                       const RegionTraffic& traffic) const;

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  bool bare_;
  double start_ps_ = 0.0;
  double ps_per_cycle_ = 0.0;
  double near_ps_per_byte_ = 0.0;  // of all PEs' load pipes together
  double main_ps_per_byte_ = 0.0;
  double main_total_ps_per_byte_ = 0.0;
  double overhead_bytes_ = 0.0;  // what the short transfers of one k step cost, as bytes
};

}  // namespace mikpoly
