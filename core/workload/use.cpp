#include "core/workload/use.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/workload/weight_range.hpp"

namespace mikpoly {
namespace {

constexpr std::int64_t kMaxCount = std::int64_t{1} << 62;

void check_count(bool overflows, std::int64_t count, std::int64_t a, char sign, std::int64_t b) {
  if (!overflows && count <= kMaxCount) return;
  throw ConfigError(fmt::format("the count {} {} {} passes 2^62", a, sign, b));
}

}  // namespace

Use times(const Use& a, const Use& b) {
  std::int64_t count = 0;
  const bool overflows = __builtin_mul_overflow(a.count, b.count, &count);
  check_count(overflows, count, a.count, '*', b.count);
  const double weight = a.weight * b.weight;
  if (weight > kMaxWeight) {
    throw ConfigError(fmt::format("the weights {} and {} multiply to more than {}; that is the limit", a.weight,
                                  b.weight, max_weight_text()));
  }
  return {count, weight};
}

Use plus(const Use& a, const Use& b) {
  std::int64_t count = 0;
  const bool overflows = __builtin_add_overflow(a.count, b.count, &count);
  check_count(overflows, count, a.count, '+', b.count);
  if (a.weight == b.weight || count == 0) return {count, a.weight};
  return {count, (a.total() + b.total()) / static_cast<double>(count)};
}

std::vector<WeightedValue> merged(const std::vector<WeightedValue>& values) {
  std::vector<WeightedValue> distinct;
  std::unordered_map<std::int64_t, std::size_t> place;
  for (const WeightedValue& value : values) {
    const auto [found, is_new] = place.try_emplace(value.value, distinct.size());
    if (is_new) {
      distinct.push_back(value);
    } else {
      Use& use = distinct[found->second].use;
      use = plus(use, value.use);
    }
  }
  return distinct;
}

}  // namespace mikpoly
