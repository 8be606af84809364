// Makespan: completion time of exactly the schedule that will run.
//
//   bare   = start + max over slot groups of ( sum over regions of tasks * interval  +  fill and drain )
//   full   = the same with each region's interval raised to what its operands need from the shared levels while cold
//            and while warm, and never below the plan's bytes at the levels' total rates
// Fill and drain: half the difference of latency and interval of the group's first and last kernel each.
//
// Source: list scheduling as in allocation/max_min.hpp; traffic as in cost/traffic.hpp. Ours; the paper has Eq. 2 only.
// Known limits: rates are the PE's own, the shared levels' division among PEs enters by the total alone.
#pragma once

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

  /// cost() with the kernels' times at hand, in the order of the plan's regions.
  [[nodiscard]] Picoseconds cost(const Plan& plan, std::span<const KernelTimes> times) const;

  /// A time that cost() is never below, for regions with these kernels: (sum of tasks * interval) / PEs + start.
  [[nodiscard]] double start_ps() const { return start_ps_; }

 private:
  struct Parts;
  [[nodiscard]] Parts parts_of(const Plan& plan, std::span<const KernelTimes> times) const;
  [[nodiscard]] double raised_interval(const KernelTimes& times, double tasks, const RegionTraffic& traffic) const;

  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  bool bare_;
  double start_ps_ = 0.0;
  double ps_per_cycle_ = 0.0;
  double overhead_bytes_ = 0.0;  // what the short transfers of one k step cost, as bytes
};

}  // namespace mikpoly
