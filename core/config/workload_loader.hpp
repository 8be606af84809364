// workload/v1: named shapes from YAML or CSV. The `shapes` of a file are a list of:
//
//   {m: 105, n: [1, 8, 64], k: 1..4096:256}           the cross product, m slowest; extents as in extent_reader.hpp
//   {csv: FILE}                                       a table of shapes, workload_table.hpp
//   {log_uniform: {low: 128, high: 8192}, count: 2000, seed: 7}    m, n, k drawn in turn; as uniform and zipf
//   {dims: {b: [1, 8], s: 128}, layers: [{m: b*s, n: 768, k: 768}]}    formulas over named dimensions, formula.hpp
//   {replay: {trace: FILE, mode: decode, step: 40 ms}, layers: [...]}  a trace of requests, replay_reader.hpp
//
// `dims` may also stand at the top of the file, for all entries without their own. A line of `layers` stands once for
// every combination of the dims, also of those that it does not name; an entry `{m: b*s, ...}` beside `dims` does so if
// it has a formula. Of what comes from formulas, equal shapes of one line are one item, their counts added; lists,
// ranges, draws and tables keep every shape, as `MxNxK#2`.
//
// All take group, weight and, where it does not say how many are drawn, count. A shape's use is count * weight; both
// multiply: of an entry, its layer, and the values of its extents and dims. A column of a CSV file goes before them.
// Known limits: kMaxWorkloadItems shapes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/config/diagnostics.hpp"
#include "core/config/yaml_node.hpp"
#include "core/problem/workload.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// Reads configs/workloads/NAME.yaml, or a path to a YAML or a CSV file.
/// Errors: ConfigError with one line per error; also when nothing is selected or the expansion is too large.
Workload load_workload(const std::string& name_or_path);

/// The same for text in memory; `path` is what messages name and what other files are relative to.
Workload parse_workload(std::string_view text, const std::string& path);

/// The same for a tree. Errors: as above, those in `diagnostics` included.
Workload read_workload(const YamlNode& root, Diagnostics& diagnostics);

/// The names in configs/workloads, sorted.
std::vector<std::string> workload_names();

}  // namespace mikpoly
