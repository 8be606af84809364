#include "core/plan/plan.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

bool overlaps(const Range& a, const Range& b) {
  return a.begin < b.end && b.begin < a.end;
}

bool inside(const Range& range, std::int64_t extent) {
  return range.begin >= 0 && range.begin <= range.end && range.end <= extent;
}

// Products of two extents are at most 2^62, so products of four fit 128 bits.
__extension__ typedef __int128 Volume;

// Of a shape without depth (k = 0), every output element counts as one.
Volume volume(const Region& region, const GemmShape& shape) {
  const std::int64_t depth = shape.k == 0 ? 1 : region.k.size();
  return static_cast<Volume>(region.m.size()) * region.n.size() * depth * region.batch.size();
}

}  // namespace

void Plan::add(const Region& region, std::int64_t kernel, std::int64_t k_parts) {
  ensure(region_count < kMaxRegions, "a plan holds at most five regions");
  storage[static_cast<std::size_t>(region_count++)] = {region, kernel, k_parts};
}

std::string coverage_fault(const Plan& plan) {
  const GemmShape& shape = plan.shape;
  if (shape.empty()) return plan.region_count == 0 ? "" : "the shape has no output but the plan has regions";
  Volume covered = 0;
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const Region& region = plan.regions()[i].region;
    if (!inside(region.m, shape.m) || !inside(region.n, shape.n) || !inside(region.k, shape.k) ||
        !inside(region.batch, shape.batch)) {
      return fmt::format("region {} reaches outside {}", i, to_text(shape));
    }
    if (region.m.size() == 0 || region.n.size() == 0 || region.batch.size() == 0 ||
        (shape.k > 0 && region.k.size() == 0)) {
      return fmt::format("region {} is empty", i);
    }
    for (std::size_t j = 0; j < i; ++j) {
      const Region& other = plan.regions()[j].region;
      const bool same_depth = shape.k == 0 || overlaps(region.k, other.k);
      if (same_depth && overlaps(region.m, other.m) && overlaps(region.n, other.n) &&
          overlaps(region.batch, other.batch)) {
        return fmt::format("regions {} and {} overlap", j, i);
      }
    }
    covered += volume(region, shape);
  }
  // Disjoint parts inside the whole cover it exactly when their volumes add up to its volume.
  const Region whole{{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}};
  return covered == volume(whole, shape) ? "" : fmt::format("the regions leave a part of {} uncovered", to_text(shape));
}

}  // namespace mikpoly
