#include <array>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"
#include "experiments/table/table_cells.hpp"
#include "experiments/table/table_formats.hpp"
#include "experiments/table/triton_config.hpp"

namespace mikpoly::lab {
namespace {

// They are the problem, not the configuration, though they may be written in capitals.
constexpr std::array<std::string_view, 3> kShape{"M", "N", "K"};

TritonConfig config_of(const TableCells& cells) {
  TritonConfig config;
  for (std::size_t i = 0; i < cells.table().columns.size(); ++i) {
    const std::string& column = cells.table().columns[i];
    if (is_triton_setting(column)) config[column] = cells.row().fields[i];
  }
  return config;
}

}  // namespace

TableRows read_triton_table(const CsvTable& table, const std::string& time_column) {
  for (const std::string_view required : kShape) {
    if (table.column(required) >= 0) continue;
    throw ConfigError(fmt::format(
        "{}: column {} is missing; a table of Triton's autotuning has M, N, K, BLOCK_M, BLOCK_N, BLOCK_K and a column "
        "of times such as time_ms",
        table.file, required));
  }
  const std::int64_t time = find_time_column(table, time_column);
  const double unit = time_unit(table.columns[static_cast<std::size_t>(time)]);
  TableRows rows;
  read_each(table, rows, [&](const TableCells& cells, TableRows& into) {
    TimedKernel timed{.place = cells.place(), .shape = cells.shape()};
    if (const std::string type = cells.text({"dtype"}); !type.empty()) timed.dtype = type_named(type);
    take_triton_config(config_of(cells), timed);
    const std::optional<double> time_us = time_or_skip(cells, time, unit, into);
    if (!time_us) return;
    timed.timing.time_us = *time_us;
    into.rows.push_back(std::move(timed));
  });
  rows.source = TimeSource::device_event;
  return rows;
}

}  // namespace mikpoly::lab
