// Entries of a workload file become shapes.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/splitmix64.hpp"
#include "core/config/csv_reader.hpp"
#include "core/config/value_reader.hpp"
#include "core/problem/workload.hpp"

namespace mikpoly {

/// What the shapes of one entry share.
struct WorkloadEntry {
  std::string group;
  std::int64_t batch = 1;
  std::int64_t count = 1;
  double weight = 1.0;
};

/// The shapes found so far; gives each its id, `MxNxK`, with `#2` and so on where a shape comes again.
class WorkloadItems {
 public:
  /// Errors: ShapeError when the shape passes the limits of gemm_shape.hpp.
  void add(const GemmShape& shape, const WorkloadEntry& entry);
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(items_.size()); }
  [[nodiscard]] std::vector<WorkloadItem> take() { return std::move(items_); }

 private:
  std::vector<WorkloadItem> items_;
  std::unordered_map<std::string, std::int64_t> seen_;
};

/// The values of one extent: `105`, `[1, 8, 64]`, `1..4096:256`, `{log_uniform: [128, 8192], count: 20, seed: 7}`.
/// Returns: empty after an error.
std::vector<std::int64_t> read_extents(const YamlValue& value, Diagnostics& diagnostics);

/// round(low * (high/low)^u) for u uniform in [0, 1).
class LogUniform {
 public:
  LogUniform(std::int64_t low, std::int64_t high, std::int64_t seed);
  std::int64_t next();

 private:
  double low_;
  double ratio_;
  SplitMix64 generator_;
};

/// The rows of a table with columns m, n, k; batch, group, count and weight of the entry stand in for absent columns.
/// Errors: ConfigError naming the columns that are expected, or the first wrong cell of every row, as CsvFaults.
void add_table(const CsvTable& table, const WorkloadEntry& entry, WorkloadItems& items);

}  // namespace mikpoly
