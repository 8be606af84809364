// How often something is used: `count` times, each with a `weight`. The use is count * weight.
#pragma once

#include <cstdint>
#include <vector>

namespace mikpoly {

struct Use {
  std::int64_t count = 1;
  double weight = 1.0;

  bool operator==(const Use&) const = default;
  [[nodiscard]] double total() const { return static_cast<double>(count) * weight; }
};

/// A value of a dimension.
struct WeightedValue {
  std::int64_t value = 0;
  Use use;
};

/// Both at once: counts and weights multiply.
/// Errors: ConfigError when the count passes 2^62.
Use times(const Use& a, const Use& b);

/// One after the other: counts add, and the weight becomes the one that keeps the sum of count * weight.
/// Errors: ConfigError when the count passes 2^62.
Use plus(const Use& a, const Use& b);

/// Equal values become one, where the first of them stood.
std::vector<WeightedValue> merged(const std::vector<WeightedValue>& values);

}  // namespace mikpoly
