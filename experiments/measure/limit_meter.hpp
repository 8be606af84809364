// What this machine can do at most, measured when asked: the roofline that a row is compared with.
#pragma once

#include <cstdint>
#include <memory>

#include "experiments/measure/bench_row.hpp"

namespace mikpoly::lab {

class LimitMeter {
 public:
  virtual ~LimitMeter() = default;

  /// f32 multiply-adds in registers, two FLOP each, on all threads. Cost: about a millisecond.
  [[nodiscard]] virtual double peak_gflops() = 0;

  /// Reading `bytes` in all again and again, each thread its share. Cost: about a millisecond, more where one pass
  /// takes longer.
  [[nodiscard]] virtual double read_gbs(std::int64_t bytes) = 0;
};

/// With the loops of backends/cpu/probe, in the widest instruction set that is here.
std::unique_ptr<LimitMeter> make_limit_meter(std::int64_t threads);

/// The roofline of a problem: each operand crosses once, every multiply-accumulate counts two.
///
///   least = max(2 m n k batch / peak, bytes / read rate)
///
/// Known limits: ignores write-allocate, tile remainders and the cost of a call; tiny shapes cannot reach it.
ShapeLimits limits_of(const GemmProblem& problem, double peak_gflops, double read_gbs);

}  // namespace mikpoly::lab
