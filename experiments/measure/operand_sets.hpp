// The operands of a measured problem: random values, in as many copies as the mode of measuring needs.
#pragma once

#include <cstdint>
#include <memory>

#include "backends/backend.hpp"

namespace mikpoly::lab {

/// Bytes of A, B and D without gaps.
std::int64_t footprint(const GemmProblem& problem);

/// Copies that make `bytes` in all, at least two: what rotates is not what was used last.
std::int64_t copies_for(const GemmProblem& problem, std::int64_t bytes);

/// Errors: ShapeError when the types are not all f32, or when so many copies pass half of the machine's memory.
void check_measurable(const GemmProblem& problem, std::int64_t copies);

class OperandSets {
 public:
  /// Values of A and B uniform in [-1, 1), the same in every copy; D is NaN. Every page is touched. Matrices begin at
  /// multiples of 64 bytes.
  /// Errors: as check_measurable().
  OperandSets(const GemmProblem& problem, std::int64_t copies, std::uint64_t seed);

  [[nodiscard]] std::int64_t copies() const { return copies_; }
  /// Cost: a few additions; called in timed loops.
  [[nodiscard]] GemmOperands operands(std::int64_t copy) const {
    float* const first = slab_.get() + copy * stride_;
    return {.a = first, .b = first + b_, .d = first + d_};
  }

  /// Fills D with NaN, so that an element that is not written shows.
  void poison(std::int64_t copy);

 private:
  struct Free {
    void operator()(float* data) const;
  };

  std::int64_t copies_ = 0;
  std::int64_t b_ = 0;       ///< where B begins, in elements from A
  std::int64_t d_ = 0;       ///< where D begins
  std::int64_t stride_ = 0;  ///< from copy to copy
  std::int64_t output_ = 0;  ///< elements of D
  std::unique_ptr<float[], Free> slab_;
};

}  // namespace mikpoly::lab
