// The cells of one row of a CSV table of kernel times, by the names that tables of others use.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units.hpp"
#include "core/config/csv_reader.hpp"
#include "experiments/table/timed_kernel.hpp"

namespace mikpoly::lab {

/// The largest number of stages, warps or parts of k that is read.
inline constexpr std::int64_t kMostCount = 1 << 20;

inline constexpr double kMillisecond = 1e3;                                    ///< in microseconds
inline constexpr double kLongestUs = static_cast<double>(kLongestTime) / 1e6;  ///< that a time may be

/// Names of one column, the first that stands counts.
using ColumnNames = std::initializer_list<std::string_view>;

class TableCells {
 public:
  TableCells(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  /// The field; empty where the column is missing.
  [[nodiscard]] std::string text(ColumnNames names) const;
  /// Errors: ConfigError when the column is missing, or the field no integer in least..most.
  [[nodiscard]] std::int64_t integer(ColumnNames names, std::int64_t least, std::int64_t most) const;
  /// The same; `fallback` where the column is missing or the field empty.
  [[nodiscard]] std::int64_t integer_or(ColumnNames names, std::int64_t fallback, std::int64_t least,
                                        std::int64_t most) const;
  /// m, n, k and batch. Errors: ConfigError, ShapeError.
  [[nodiscard]] GemmShape shape() const;
  /// The tile, where the table has its three columns. Errors: as integer().
  [[nodiscard]] std::optional<TileShape> tile() const;
  /// A number greater than zero; nothing for an empty field, zero, a negative or an infinite number, or NaN.
  /// Errors: ConfigError when it is no number.
  [[nodiscard]] std::optional<double> positive(std::int64_t column) const;

  [[nodiscard]] const CsvTable& table() const { return table_; }
  [[nodiscard]] const CsvRow& row() const { return row_; }
  [[nodiscard]] std::string place() const;

 private:
  [[nodiscard]] std::int64_t column(ColumnNames names) const;

  const CsvTable& table_;
  const CsvRow& row_;
};

inline constexpr std::string_view kNoTime = "no finite time greater than zero";

/// The microseconds, of a row with such a time in that column, in that unit; else counts the row as skipped.
/// Errors: as TableCells::positive(); ConfigError for times of 13 days (2^60 ps) and more.
std::optional<double> time_or_skip(const TableCells& cells, std::int64_t column, double unit, TableRows& rows);

/// Reads every row, collecting faults. `read` adds to the rows, or counts as skipped.
/// Errors: ConfigError with `file:line: sentence` for each row that is malformed.
void read_each(const CsvTable& table, TableRows& rows, const std::function<void(const TableCells&, TableRows&)>& read);

}  // namespace mikpoly::lab
