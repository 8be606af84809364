// Which points of the cross product are run: `include`, `exclude`, `sample` and `limit` of an experiment, in this
// order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/config/integer_span.hpp"
#include "core/problem/workload.hpp"

namespace mikpoly::lab {

/// One map of `include` or `exclude`. A point fits when everything that is named fits: an extent one of the spans, a
/// text one of the texts. What names nothing fits all.
struct PointFilter {
  std::vector<IntegerSpan> m;
  std::vector<IntegerSpan> n;
  std::vector<IntegerSpan> k;
  std::vector<IntegerSpan> batch;
  std::vector<GemmShape> shapes;
  std::vector<std::string> groups;
  std::vector<std::string> workloads;
  std::vector<std::string> hardware;

  /// Whether it names nothing.
  [[nodiscard]] bool empty() const;
};

/// Shapes drawn without replacement.
struct ShapeSample {
  std::int64_t count = 1;
  std::optional<std::uint64_t> seed;  ///< empty: the experiment's
};

struct PointSelection {
  std::vector<PointFilter> include;  ///< a point fits one of these; empty: all points
  std::vector<PointFilter> exclude;  ///< and none of these
  std::optional<ShapeSample> sample;
  std::int64_t limit = 0;  ///< shapes taken of each workload, evenly spaced; 0: all
};

/// Where a point stands.
struct PointPlace {
  std::int32_t hardware = 0;
  std::int32_t workload = 0;
  std::int64_t item = 0;  ///< of the workload

  auto operator<=>(const PointPlace&) const = default;
};

/// What is crossed, by the names that rows have.
struct PointGrid {
  std::vector<std::string> hardware;
  const std::vector<Workload>* workloads = nullptr;
};

/// The points that are run, in report order: hardware, workload, shape. Sample and limit take shapes: those that are
/// left on any machine count, and each runs where the filters leave it.
/// Errors: ConfigError for a name that the experiment does not have, and, when no point is left, naming the filter
///         that took the last ones.
std::vector<PointPlace> select_points(const PointSelection& selection, std::uint64_t seed, const PointGrid& grid);

}  // namespace mikpoly::lab
