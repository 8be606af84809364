// Cuts an extent into parts that differ by at most one unit.
#pragma once

#include <cstdint>

#include "core/base/integer_math.hpp"
#include "core/plan/region.hpp"

namespace mikpoly::cpu {

class EvenSplit {
 public:
  /// `extent` in as few parts of at most `most`, and at least `unit`, as can be; each a multiple of `unit` but the
  /// last.
  EvenSplit(std::int64_t extent, std::int64_t most, std::int64_t unit = 1)
      : extent_(extent),
        unit_(unit),
        units_(ceil_div(extent, unit)),
        parts_(ceil_div(units_, most < unit ? 1 : most / unit)) {}

  /// `extent` in `parts`, fewer where there are not so many units.
  static EvenSplit into(std::int64_t parts, std::int64_t extent, std::int64_t unit) {
    EvenSplit split(extent, extent, unit);
    split.parts_ = split.units_ < parts ? split.units_ : parts;
    return split;
  }

  [[nodiscard]] std::int64_t parts() const { return parts_; }

  /// Part `index`, from 0; the larger parts come first.
  [[nodiscard]] Range part(std::int64_t index) const { return {start(index), start(index + 1)}; }

 private:
  [[nodiscard]] std::int64_t start(std::int64_t index) const {
    const std::int64_t base = units_ / parts_;
    const std::int64_t larger = units_ % parts_;
    const std::int64_t at = (base * index + (index < larger ? index : larger)) * unit_;
    return at < extent_ ? at : extent_;
  }

  std::int64_t extent_;
  std::int64_t unit_;
  std::int64_t units_;
  std::int64_t parts_;
};

/// The part of a range that begins at `by`.
inline Range shifted(const Range& part, std::int64_t by) {
  return {by + part.begin, by + part.end};
}

}  // namespace mikpoly::cpu
