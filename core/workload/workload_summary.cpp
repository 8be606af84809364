#include "core/workload/workload_summary.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace mikpoly {
namespace {

ExtentSpread spread_of(const std::vector<WorkloadItem>& items, std::int64_t GemmShape::*extent) {
  std::vector<std::int64_t> values;
  values.reserve(items.size());
  for (const WorkloadItem& item : items) values.push_back(item.shape.*extent);
  std::ranges::sort(values);
  if (values.empty()) return {};
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return {values.front(), values[static_cast<std::size_t>(distinct) - 1], distinct};
}

std::int64_t distinct_shapes(const std::vector<WorkloadItem>& items) {
  std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> shapes;
  shapes.reserve(items.size());
  for (const WorkloadItem& item : items) {
    shapes.emplace_back(item.shape.m, item.shape.n, item.shape.k, item.shape.batch);
  }
  std::ranges::sort(shapes);
  return std::unique(shapes.begin(), shapes.end()) - shapes.begin();
}

}  // namespace

WorkloadSummary summary_of(const Workload& workload) {
  WorkloadSummary summary;
  std::map<std::int64_t, ExtentBucket> buckets;
  for (const WorkloadItem& item : workload.items) {
    const double use = static_cast<double>(item.count) * item.weight;
    const auto least = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(item.shape.m)));
    ExtentBucket& bucket =
        buckets.try_emplace(least, ExtentBucket{least, std::max<std::int64_t>(0, 2 * least - 1)}).first->second;
    ++bucket.items;
    bucket.use += use;
    summary.products += static_cast<double>(item.count);
    summary.use += use;
    summary.flop += 2.0 * item.shape.macs() * use;
  }
  summary.items = std::ssize(workload.items);
  summary.distinct = distinct_shapes(workload.items);
  for (const auto extent : {&GemmShape::m, &GemmShape::n, &GemmShape::k, &GemmShape::batch}) {
    summary.extents.push_back(spread_of(workload.items, extent));
  }
  for (const auto& [least, bucket] : buckets) summary.by_m.push_back(bucket);
  return summary;
}

}  // namespace mikpoly
