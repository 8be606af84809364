#include "core/config/workload_table.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/workload/weight_range.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kColumns = "m, n, k are needed, batch, group, name, count, weight are known";

/// Columns by which tables of convolutions are known: SCALE-Sim's, and the letters of a layer.
constexpr std::array<std::string_view, 6> kOfConvolutions{"ifmap height", "ifmap width", "filter height",
                                                          "channels",     "r",           "cin"};

// Positions of the columns, or -1; all names of the table must be known.
struct Columns {
  std::array<std::int64_t, 3> extents{};
  std::int64_t batch = -1;
  std::int64_t group = -1;
  std::int64_t name = -1;
  std::int64_t count = -1;
  std::int64_t weight = -1;
};

std::int64_t name_column(const CsvTable& table) {
  for (const std::string_view name : {"name", "layer name", "layer"}) {
    if (const std::int64_t column = table.column(name); column >= 0) return column;
  }
  return -1;
}

[[noreturn]] void refuse(const CsvTable& table) {
  const bool convolutions =
      std::ranges::any_of(kOfConvolutions, [&](std::string_view name) { return table.column(name) >= 0; });
  throw ConfigError(fmt::format(
      "{}: the columns are {}; {}{}", table.file, fmt::join(table.columns, ", "), kColumns,
      convolutions ? "; this looks like a table of convolutions, and a workload holds products: m = batch * output "
                     "height * output width, n = filters, k = channels * filter height * filter width"
                   : ""));
}

Columns find_columns(const CsvTable& table) {
  const Columns columns{.extents = {table.column("m"), table.column("n"), table.column("k")},
                        .batch = table.column("batch"),
                        .group = table.column("group"),
                        .name = name_column(table),
                        .count = table.column("count"),
                        .weight = table.column("weight")};
  std::size_t known = 0;
  for (const std::int64_t position : {columns.batch, columns.group, columns.name, columns.count, columns.weight}) {
    known += position >= 0 ? 1 : 0;
  }
  const bool complete = std::ranges::all_of(columns.extents, [](std::int64_t position) { return position >= 0; });
  if (!complete || known + columns.extents.size() != table.columns.size()) refuse(table);
  return columns;
}

double weight_in(const CsvTable& table, const CsvRow& row, std::int64_t column) {
  const double weight = table.number(row, column);
  if (weight >= 0.0 && weight <= kMaxWeight) return weight;
  throw ConfigError(fmt::format("{}:{}: {}: \"{}\" is not {}", table.file, row.line,
                                table.columns[static_cast<std::size_t>(column)],
                                row.fields[static_cast<std::size_t>(column)], weight_range_text()));
}

void add_row(const CsvTable& table, const Columns& columns, const CsvRow& row, const WorkloadEntry& entry,
             WorkloadItems& items) {
  const auto integer_or = [&](std::int64_t column, std::int64_t least, std::int64_t fallback) {
    return column < 0 ? fallback : table.integer(row, column, least, kMaxExtent);
  };
  const std::int64_t group = columns.group >= 0 ? columns.group : columns.name;
  Use use{integer_or(columns.count, 1, entry.use.count), entry.use.weight};
  if (columns.weight >= 0) use.weight = weight_in(table, row, columns.weight);
  const GemmShape shape{.m = integer_or(columns.extents[0], 0, 0),
                        .n = integer_or(columns.extents[1], 0, 0),
                        .k = integer_or(columns.extents[2], 0, 0),
                        .batch = integer_or(columns.batch, 0, entry.batch)};
  items.add(shape, group < 0 ? entry.group : row.fields[static_cast<std::size_t>(group)], use);
}

}  // namespace

void add_table(const CsvTable& table, const WorkloadEntry& entry, WorkloadItems& items) {
  const auto rows = static_cast<std::int64_t>(table.rows.size());
  if (rows + items.size() > kMaxWorkloadItems) {
    throw ConfigError(
        fmt::format("{}: more than {} shapes in the workload; that is the limit", table.file, kMaxWorkloadItems));
  }
  const Columns columns = find_columns(table);
  items.reserve(rows);
  CsvFaults faults;
  for (const CsvRow& row : table.rows) {
    try {
      add_row(table, columns, row, entry, items);
    } catch (const ShapeError& error) {
      faults.add(fmt::format("{}:{}: {}", table.file, row.line, error.what()));
    } catch (const ConfigError& error) {
      faults.add(error.what());
    }
  }
  faults.throw_if_any();
}

}  // namespace mikpoly
