// workload/v1: named shapes from YAML or CSV. The shapes of a file are a list of:
//
//   {m: 105, n: [1, 8, 64], k: 1..4096:256}           the cross product, m slowest
//   {log_uniform: {low: 128, high: 8192}, count: 2000, seed: 7}   extents round(low * (high/low)^u), drawn m, n, k
//   {csv: FILE}                                       columns m, n, k; batch, group, count, weight as wanted
//
// One extent may also be drawn: `m: {log_uniform: [128, 8192], count: 20, seed: 7}`. All take batch, group and weight,
// and, where it does not say how many are drawn, count; a column of the CSV file goes before them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"
#include "core/problem/workload.hpp"

namespace mikpoly {

inline constexpr std::int64_t kMaxWorkloadItems = 1'000'000;

/// Reads configs/workloads/NAME.yaml, or a path to a YAML or a CSV file.
/// Errors: ConfigError with one line per error; also when nothing is selected or the expansion is too large.
Workload load_workload(const std::string& name_or_path);

/// The same for text in memory; `path` is what messages name and what CSV files are relative to.
Workload parse_workload(std::string_view text, const std::string& path);

/// The same for a tree. Errors: as above, those in `diagnostics` included.
Workload read_workload(const YamlNode& root, Diagnostics& diagnostics);

/// The names in configs/workloads, sorted.
std::vector<std::string> workload_names();

}  // namespace mikpoly
