// g_predict(t): time of one pipelined task of t micro-kernel instances, piecewise linear in t.
//
// Two curves over the same knots: `latency` is the time of a task alone on its slot (fill, t steps, drain), what Eq. 2
// uses; `interval` is the time between the ends of back-to-back tasks, shorter where buffers let them overlap.
//
// Source: MikPoly (ASPLOS'24), section 3.3 (latency). The interval curve and the choice of knots are ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/units.hpp"

namespace mikpoly {

class TimeCurve {
 public:
  struct Sample {
    std::int64_t steps = 0;
    Picoseconds latency;
    Picoseconds interval;
  };

  /// How the samples were taken, and how well the knots describe them.
  struct Conditions {
    std::string load = "all PEs busy with the same task";
    std::string source_level;  ///< shared memory level the operands came from
    double max_error = 0.0;    ///< largest |fitted/sampled - 1| over the samples of both curves
  };

  TimeCurve() = default;
  /// `knots` in ascending steps, at least one.
  TimeCurve(std::vector<Sample> knots, Conditions conditions);

  /// Fits as few knots as keep every sample within `tolerance` (relative), greedily from the left.
  /// Cost: samples^2 in the worst case; offline.
  static TimeCurve fit(const std::vector<Sample>& samples, double tolerance, Conditions conditions);

  /// Linear between knots; beyond the last knot its slope goes on; 0 steps take 0 time.
  /// Cost: linear in the knots (2 to 5), no allocation.
  [[nodiscard]] Picoseconds latency(std::int64_t steps) const;
  [[nodiscard]] Picoseconds interval(std::int64_t steps) const;

  [[nodiscard]] const std::vector<Sample>& knots() const { return knots_; }
  [[nodiscard]] const Conditions& conditions() const { return conditions_; }

 private:
  std::vector<Sample> knots_;
  Conditions conditions_;
};

}  // namespace mikpoly
