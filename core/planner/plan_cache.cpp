#include "core/planner/plan_cache.hpp"

#include <bit>
#include <utility>

namespace mikpoly {
namespace {

constexpr std::int64_t kProbes = 8;

std::uint64_t mix(const GemmShape& shape) {
  // One multiply per extent (odd constants of SplitMix64), folded from the high half.
  std::uint64_t h = static_cast<std::uint64_t>(shape.m) * 0x9E3779B97F4A7C15ULL;
  h = (h ^ static_cast<std::uint64_t>(shape.n)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(shape.k)) * 0x94D049BB133111EBULL;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(shape.batch)) * 0x9E3779B97F4A7C15ULL;
  return h ^ (h >> 32);
}

}  // namespace

PlanCache::PlanCache(std::int64_t capacity) : slots_(2 * std::bit_ceil(static_cast<std::size_t>(capacity)), -1) {
  plans_.reserve(slots_.size() / 2);
}

PlanCacheCounts& PlanCacheCounts::operator+=(const PlanCacheCounts& other) {
  hits += other.hits;
  misses += other.misses;
  evictions += other.evictions;
  plans += other.plans;
  bytes += other.bytes;
  return *this;
}

PlanCacheCounts PlanCache::counts() const {
  PlanCacheCounts counts = counts_;
  counts.plans = size();
  counts.bytes = static_cast<std::int64_t>(slots_.capacity() * sizeof(std::int32_t) + plans_.capacity() * sizeof(Plan));
  return counts;
}

const Plan* PlanCache::find(const GemmShape& shape) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = mix(shape) & mask;
  for (std::int64_t probe = 0; probe < kProbes; ++probe, at = (at + 1) & mask) {
    if (slots_[at] < 0) break;
    const Plan& plan = plans_[static_cast<std::size_t>(slots_[at])];
    if (plan.shape != shape) continue;
    ++counts_.hits;
    return &plan;
  }
  ++counts_.misses;
  return nullptr;
}

void PlanCache::insert(const GemmShape& shape, const Plan& plan) {
  const std::size_t mask = slots_.size() - 1;
  const std::size_t home = mix(shape) & mask;
  std::size_t at = home;
  for (std::int64_t probe = 0; probe < kProbes && slots_[at] >= 0; ++probe, at = (at + 1) & mask) {
    Plan& held = plans_[static_cast<std::size_t>(slots_[at])];
    if (held.shape == shape) {
      held = plan;
      return;
    }
  }
  if (slots_[at] < 0 && plans_.size() < plans_.capacity()) {
    slots_[at] = static_cast<std::int32_t>(plans_.size());
    plans_.push_back(plan);
    return;
  }
  // Full: the first plan in reach gives way. An empty home slot takes over the slot of a plan elsewhere.
  if (slots_[home] < 0) {
    std::size_t victim = home;
    while (slots_[victim] < 0) victim = (victim + 1) & mask;
    std::swap(slots_[home], slots_[victim]);
  }
  ++counts_.evictions;
  plans_[static_cast<std::size_t>(slots_[home])] = plan;
}

}  // namespace mikpoly
