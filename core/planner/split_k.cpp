#include "core/planner/split_k.hpp"

#include <algorithm>

#include "core/base/integer_math.hpp"

namespace mikpoly {

Plan split_k(const Plan& plan, std::int64_t parts, std::int64_t granule) {
  const std::int64_t k = plan.shape.k;
  if (plan.region_count != 1 || k < parts * granule) return plan;
  const std::int64_t step = round_up(ceil_div(k, parts), granule);
  Plan split = plan;
  split.region_count = 0;
  for (std::int64_t begin = 0; begin < k; begin += step) {
    Region part = plan.storage.front().region;
    part.k = {begin, std::min(begin + step, k)};
    split.add(part, plan.storage.front().kernel);
  }
  return split;
}

}  // namespace mikpoly
