// Plans of shapes already seen: an open-addressing table of bounded size.
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace mikpoly {

class PlanCache {
 public:
  /// Holds at most `capacity` plans, rounded up to a power of two; when full, a plan near the new shape's first slot
  /// gives way.
  explicit PlanCache(std::int64_t capacity = 16384);

  /// The cached plan, or nullptr.
  /// Cost: one hash and a short probe; no allocation.
  [[nodiscard]] const Plan* find(const GemmShape& shape) const;
  void insert(const GemmShape& shape, const Plan& plan);
  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  std::vector<std::int32_t> slots_;  // index into plans_, or -1
  std::vector<Plan> plans_;
  std::int64_t size_ = 0;
};

}  // namespace mikpoly
