#include "experiments/table/table_cells.hpp"

#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kMostTile = 1 << 16;

}  // namespace

std::int64_t TableCells::column(ColumnNames names) const {
  for (const std::string_view name : names) {
    if (const std::int64_t found = table_.column(name); found >= 0) return found;
  }
  return -1;
}

std::string TableCells::text(ColumnNames names) const {
  const std::int64_t found = column(names);
  return found < 0 ? "" : row_.fields[static_cast<std::size_t>(found)];
}

std::int64_t TableCells::integer(ColumnNames names, std::int64_t least, std::int64_t most) const {
  const std::int64_t found = column(names);
  if (found < 0) throw ConfigError(fmt::format("{}: column {} is missing", table_.file, *names.begin()));
  return table_.integer(row_, found, least, most);
}

std::int64_t TableCells::integer_or(ColumnNames names, std::int64_t fallback, std::int64_t least,
                                    std::int64_t most) const {
  return text(names).empty() ? fallback : integer(names, least, most);
}

GemmShape TableCells::shape() const {
  const GemmShape shape{integer({"m"}, 1, kMaxExtent), integer({"n"}, 1, kMaxExtent), integer({"k"}, 1, kMaxExtent),
                        integer_or({"batch", "batch_count"}, 1, 1, kMaxExtent)};
  validate(shape);
  return shape;
}

std::optional<TileShape> TableCells::tile() const {
  const ColumnNames rows{"tile_m", "uM", "cta_m", "BLOCK_M", "BLOCK_SIZE_M"};
  const ColumnNames columns{"tile_n", "uN", "cta_n", "BLOCK_N", "BLOCK_SIZE_N"};
  const ColumnNames depth{"tile_k", "uK", "cta_k", "BLOCK_K", "BLOCK_SIZE_K"};
  if (text(rows).empty() && text(columns).empty() && text(depth).empty()) return std::nullopt;
  return TileShape{integer(rows, 1, kMostTile), integer(columns, 1, kMostTile), integer(depth, 1, kMostTile)};
}

std::optional<double> TableCells::positive(std::int64_t column) const {
  const std::string& field = row_.fields.at(static_cast<std::size_t>(column));
  if (field.empty()) return std::nullopt;
  double value = 0.0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (status != std::errc{} || end != field.data() + field.size()) {
    throw ConfigError(fmt::format("{}: {}: \"{}\" is not a number", place(),
                                  table_.columns[static_cast<std::size_t>(column)], field));
  }
  if (!std::isfinite(value) || value <= 0.0) return std::nullopt;
  return value;
}

std::string TableCells::place() const {
  return fmt::format("{}:{}", table_.file, row_.line);
}

std::optional<double> time_or_skip(const TableCells& cells, std::int64_t column, double unit, TableRows& rows) {
  const std::optional<double> time = cells.positive(column);
  if (!time || *time * unit < kLeastTimeUs) {
    ++rows.skipped[std::string(kNoTime)];
    return std::nullopt;
  }
  if (*time * unit >= kLongestUs) {
    throw ConfigError(fmt::format("{}: {}: \"{}\" is longer than 13 days (2^60 ps); times end there", cells.place(),
                                  cells.table().columns[static_cast<std::size_t>(column)],
                                  cells.row().fields[static_cast<std::size_t>(column)]));
  }
  return *time * unit;
}

void read_each(const CsvTable& table, TableRows& rows, const std::function<void(const TableCells&, TableRows&)>& read) {
  CsvFaults faults;
  for (const CsvRow& row : table.rows) {
    const TableCells cells(table, row);
    try {
      read(cells, rows);
    } catch (const Error& fault) {
      faults.add(fault, table.file, row.line);
    }
  }
  faults.throw_if_any();
}

}  // namespace mikpoly::lab
