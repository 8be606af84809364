// Plans of shapes already seen: an open-addressing table of bounded size.
//
// The shape is the whole key. Whatever else a plan depends on (machine, threads, library, operand layout, cost model,
// patterns, determinism) must be the same for all that share a cache: it belongs to one planner, whose these are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace mikpoly {

/// What has been asked of caches, and what they hold.
struct PlanCacheCounts {
  std::int64_t hits = 0;       ///< asked and found
  std::int64_t misses = 0;     ///< asked and not there
  std::int64_t evictions = 0;  ///< plans that gave way to others
  std::int64_t plans = 0;      ///< held now: distinct shapes
  std::int64_t bytes = 0;      ///< of memory: reserved from the start, and never more

  PlanCacheCounts& operator+=(const PlanCacheCounts& other);
};

class PlanCache {
 public:
  /// Holds at most `capacity` plans, rounded up to a power of two; when full, a plan near the new shape's first slot
  /// gives way.
  explicit PlanCache(std::int64_t capacity = 16384);

  /// The cached plan, or nullptr.
  /// Cost: one hash and a short probe; no allocation.
  [[nodiscard]] const Plan* find(const GemmShape& shape);
  void insert(const GemmShape& shape, const Plan& plan);
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(plans_.size()); }
  [[nodiscard]] PlanCacheCounts counts() const;

 private:
  std::vector<std::int32_t> slots_;  // index into plans_, or -1
  std::vector<Plan> plans_;
  PlanCacheCounts counts_;  // of the past; what is held is counted when asked for
};

}  // namespace mikpoly
