#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"
#include "experiments/table/table_cells.hpp"
#include "experiments/table/table_formats.hpp"

namespace mikpoly::lab {
namespace {

const ColumnNames kKernel{"kernel"};
const ColumnNames kParts{"k_parts", "split_k"};
const ColumnNames kSpread{"iqr_us", "time_iqr_us"};

// "m", "n", "k" and all that is read where it stands; the column of times comes to it.
constexpr std::array<std::string_view, 26> kKnown{
    "m",      "n",     "k",         "batch",       "batch_count", "dtype",       "kernel",  "tile_m",     "tile_n",
    "tile_k", "uM",    "uN",        "uK",          "cta_m",       "cta_n",       "cta_k",   "k_parts",    "split_k",
    "stages", "warps", "occupancy", "time_source", "iqr_us",      "time_iqr_us", "samples", "disposition"};

TimeSource source_named(const std::string& text) {
  for (const TimeSource source : {TimeSource::device_event, TimeSource::wall_clock}) {
    if (text == name_of(source)) return source;
  }
  throw ConfigError(
      fmt::format("time_source: \"{}\" is no source of measured times; known: device_event, wall_clock", text));
}

void take_source(const TableCells& cells, TableRows& rows) {
  const std::string text = cells.text({"time_source"});
  if (text.empty()) return;
  const TimeSource source = source_named(text);
  if (rows.source && *rows.source != source) {
    throw ConfigError(fmt::format("time_source: \"{}\" here and \"{}\" before; times of one table are of one source",
                                  text, name_of(*rows.source)));
  }
  rows.source = source;
}

TileShape tile_of(const TableCells& cells, const std::string& name) {
  if (const std::optional<TileShape> tile = cells.tile()) return *tile;
  if (const std::optional<TileShape> tile = tile_in_name(name)) return *tile;
  throw ConfigError(fmt::format(
      "kernel: \"{}\" has no tile; add the columns tile_m, tile_n and tile_k, or a name that holds MxNxK", name));
}

void read_row(const TableCells& cells, std::int64_t time_column, double unit, TableRows& rows) {
  take_source(cells, rows);
  if (const std::string disposition = cells.text({"disposition"}); !disposition_counts(disposition)) {
    ++rows.skipped[fmt::format("disposition {}", disposition)];
    return;
  }
  const std::optional<double> time_us = time_or_skip(cells, time_column, unit, rows);
  TimedKernel timed{.place = cells.place(), .shape = cells.shape()};
  if (const std::string type = cells.text({"dtype"}); !type.empty()) timed.dtype = type_named(type);
  timed.kernel.name = cells.text(kKernel);
  if (timed.kernel.name.empty()) throw ConfigError("kernel: the name is empty");
  timed.kernel.tile = tile_of(cells, timed.kernel.name);
  timed.kernel.stages = cells.integer_or({"stages"}, 0, 0, kMostCount);
  timed.kernel.warps = cells.integer_or({"warps"}, 0, 0, kMostCount);
  timed.kernel.occupancy = cells.integer_or({"occupancy"}, 0, 0, kMostCount);
  timed.k_parts = std::max<std::int64_t>(1, cells.integer_or(kParts, 1, 0, kMostCount));
  timed.timing.samples = cells.integer_or({"samples"}, 1, 1, kMaxExtent);
  timed.timing.passed = cells.text({"disposition"}) == "passed";
  if (!cells.text(kSpread).empty()) {
    const std::int64_t column = cells.table().column(cells.table().column("iqr_us") >= 0 ? "iqr_us" : "time_iqr_us");
    timed.timing.iqr_us = cells.positive(column).value_or(0.0);
  }
  if (!time_us) return;
  timed.timing.time_us = *time_us;
  rows.rows.push_back(std::move(timed));
}

}  // namespace

bool disposition_counts(std::string_view disposition) {
  constexpr std::array<std::string_view, 5> kCounting{"", "passed", "not_checked", "not_verified", "not_run"};
  return std::ranges::find(kCounting, disposition) != kCounting.end();
}

std::optional<TileShape> tile_in_name(std::string_view name) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t begin = 0; begin < name.size(); ++begin) {
    if (!is_digit(name[begin]) || (begin > 0 && is_digit(name[begin - 1]))) continue;
    std::array<std::int64_t, 3> extents{};
    std::size_t found = 0;
    const char* at = name.data() + begin;
    const char* const end = name.data() + name.size();
    while (found < extents.size()) {
      const auto [next, status] = std::from_chars(at, end, extents[found]);
      if (status != std::errc{} || extents[found] < 1 || extents[found] > (1 << 16)) break;
      ++found;
      at = next;
      if (found < extents.size() && (at == end || *at++ != 'x')) break;
    }
    if (found == extents.size()) return TileShape{extents[0], extents[1], extents[2]};
  }
  return std::nullopt;
}

TableRows read_plain_table(const CsvTable& table, const std::string& time_column) {
  for (const std::string_view required : {"m", "n", "k", "kernel"}) {
    if (table.column(required) >= 0) continue;
    throw ConfigError(fmt::format(
        "{}: column {} is missing; a table of kernels has m, n, k, kernel and a column of times such as time_us",
        table.file, required));
  }
  const std::int64_t time = find_time_column(table, time_column);
  const double unit = time_unit(table.columns[static_cast<std::size_t>(time)]);
  TableRows rows;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto is_it = [&](std::string_view known) { return table.column(known) == static_cast<std::int64_t>(i); };
    if (static_cast<std::int64_t>(i) != time && std::ranges::none_of(kKnown, is_it)) {
      rows.ignored.push_back(table.columns[i]);
    }
  }
  read_each(table, rows, [&](const TableCells& cells, TableRows& into) { read_row(cells, time, unit, into); });
  return rows;
}

}  // namespace mikpoly::lab
