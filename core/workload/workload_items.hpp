// The shapes of a workload as they are found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem/workload.hpp"
#include "core/workload/use.hpp"

namespace mikpoly {

inline constexpr std::int64_t kMaxWorkloadItems = 1'000'000;

/// What the shapes of one entry share.
struct WorkloadEntry {
  std::string group;
  std::int64_t batch = 1;
  Use use;
};

/// Gives each shape its id at the end: `MxNxK`, with `#2` and so on where a shape comes again.
class WorkloadItems {
 public:
  /// Errors: ShapeError when the shape passes the limits of gemm_shape.hpp.
  void add(const GemmShape& shape, const std::string& group, const Use& use);
  /// So many will follow.
  void reserve(std::int64_t more) { items_.reserve(items_.size() + static_cast<std::size_t>(more)); }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(items_.size()); }
  /// Cost: n log n comparisons and 4 bytes for each, so that a million shapes need little more than themselves.
  [[nodiscard]] std::vector<WorkloadItem> take();

 private:
  std::vector<WorkloadItem> items_;
};

}  // namespace mikpoly
