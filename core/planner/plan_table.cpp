#include "core/planner/plan_table.hpp"

#include "core/pattern/pattern.hpp"
#include "core/plan/stream_k.hpp"

namespace mikpoly {
namespace {

std::int8_t position_of(const Plan& plan) {
  if (plan.region_count == 0) return PlanTable::kNoPattern;
  return static_cast<std::int8_t>(&find_pattern(plan.pattern) - patterns().data());
}

template <typename Item>
void append_to(std::vector<Item>& items, const std::vector<Item>& others) {
  items.insert(items.end(), others.begin(), others.end());
}

}  // namespace

void PlanTable::add(const Plan& plan) {
  patterns_.push_back(position_of(plan));
  shapes_.push_back(plan.shape);
  predicted_.push_back(plan.predicted);
  grids_.push_back(stream_k_grid(plan.allocation));
  regions_.insert(regions_.end(), plan.regions().begin(), plan.regions().end());
  ends_.push_back(std::ssize(regions_));
}

void PlanTable::append(const PlanTable& other) {
  const std::int64_t before = std::ssize(regions_);
  append_to(shapes_, other.shapes_);
  append_to(patterns_, other.patterns_);
  append_to(predicted_, other.predicted_);
  append_to(grids_, other.grids_);
  append_to(regions_, other.regions_);
  for (const std::int64_t end : other.ends_) ends_.push_back(before + end);
}

std::span<const PlannedRegion> PlanTable::regions_of(std::int64_t index) const {
  const auto at = static_cast<std::size_t>(index);
  const std::int64_t begin = index == 0 ? 0 : ends_[at - 1];
  return {regions_.data() + begin, static_cast<std::size_t>(ends_[at] - begin)};
}

bool PlanTable::declined(std::int64_t index) const {
  return regions_of(index).empty() && !shapes_[static_cast<std::size_t>(index)].empty();
}

Plan PlanTable::plan(std::int64_t index) const {
  const auto at = static_cast<std::size_t>(index);
  Plan plan;
  plan.shape = shapes_[at];
  plan.predicted = predicted_[at];
  if (patterns_[at] != kNoPattern) plan.pattern = mikpoly::patterns()[static_cast<std::size_t>(patterns_[at])].name;
  if (grids_[at] != kNoGrid) plan.allocation = stream_k_allocation(grids_[at]);
  for (const PlannedRegion& planned : regions_of(index)) plan.add(planned.region, planned.kernel, planned.k_parts);
  return plan;
}

}  // namespace mikpoly
