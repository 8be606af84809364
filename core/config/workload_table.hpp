// Tables of shapes: columns m, n, k in any order, and batch, group, count, weight as wanted. A column `name` or
// `layer name`, as in the GEMM tables of SCALE-Sim, is the group where there is none.
#pragma once

#include "core/config/csv_reader.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {

/// The rows of a table; batch, group, count and weight of the entry stand in for absent columns.
/// Errors: ConfigError naming the columns that are expected, or the first wrong cell of every row, as CsvFaults; also
///         when the items pass kMaxWorkloadItems.
void add_table(const CsvTable& table, const WorkloadEntry& entry, WorkloadItems& items);

}  // namespace mikpoly
