#include "experiments/accuracy/timed_table.hpp"

#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/csv_reader.hpp"
#include "core/config/text_file.hpp"
#include "experiments/accuracy/table_columns.hpp"

namespace mikpoly::lab {
namespace {

/// Positions of the columns that are read; -1 where one is missing.
struct Columns {
  std::int64_t m, n, k, batch, dtype, trans_a, trans_b, kind, plan, time;
};

Columns columns_of(const CsvTable& table, const std::string& time_column) {
  const auto at = [&table](std::string_view name) { return table.column(name); };
  const Columns columns{.m = at("m"),
                        .n = at("n"),
                        .k = at("k"),
                        .batch = at("batch"),
                        .dtype = at("dtype"),
                        .trans_a = at("trans_a"),
                        .trans_b = at("trans_b"),
                        .kind = at("kind"),
                        .plan = at("plan"),
                        .time = find_time_column(table, time_column)};
  for (const auto& [name, position] : {std::pair{"m", columns.m}, {"n", columns.n}, {"k", columns.k}}) {
    if (position < 0) {
      throw ConfigError(fmt::format("{}: column {} is missing; a table of times has m, n, k and a column of times",
                                    table.file, name));
    }
  }
  return columns;
}

std::string field(const CsvRow& row, std::int64_t column) {
  return column < 0 ? "" : row.fields[static_cast<std::size_t>(column)];
}

TimedRow row_of(const CsvTable& table, const CsvRow& row, const Columns& columns) {
  TimedRow timed{.place = fmt::format("{}:{}", table.file, row.line)};
  const auto extent = [&](std::int64_t column) { return table.integer(row, column, 1, kMaxExtent); };
  timed.shape = {extent(columns.m), extent(columns.n), extent(columns.k)};
  if (columns.batch >= 0) timed.shape.batch = extent(columns.batch);
  validate(timed.shape);
  if (const std::string type = field(row, columns.dtype); !type.empty()) timed.dtype = type_named(type);
  timed.kind =
      fmt::format("{}{}{}", field(row, columns.kind), field(row, columns.trans_a), field(row, columns.trans_b));
  timed.plan = field(row, columns.plan);
  timed.time_us = table.number(row, columns.time) * time_unit(table.columns[static_cast<std::size_t>(columns.time)]);
  if (timed.time_us >= kLeastTimeUs) return timed;
  throw ConfigError(fmt::format("{}:{}: {}: \"{}\" is no time greater than zero", table.file, row.line,
                                table.columns[static_cast<std::size_t>(columns.time)], field(row, columns.time)));
}

std::string identity(const TimedRow& row) {
  std::string text = to_text(row.shape);
  if (row.dtype) text += fmt::format(" {}", name_of(*row.dtype));
  if (!row.kind.empty()) text += " " + row.kind;
  return row.plan.empty() ? text : text + " " + row.plan;
}

bool is_read(std::int64_t column, const Columns& c) {
  for (const std::int64_t known : {c.m, c.n, c.k, c.batch, c.dtype, c.trans_a, c.trans_b, c.kind, c.plan, c.time}) {
    if (column == known) return true;
  }
  return false;
}

}  // namespace

TimedTable load_timed_table(const std::string& file, const std::string& time_column) {
  const std::string text = read_text_file(file, kMaxCsvBytes);
  const CsvTable csv = parse_csv(text, file);
  const Columns columns = columns_of(csv, time_column);
  TimedTable table{.file = file,
                   .name = std::filesystem::path(file).stem().string(),
                   .hash = content_hash(text),
                   .provenance = csv.comments,
                   .time_column = csv.columns[static_cast<std::size_t>(columns.time)],
                   .ignored = {},
                   .rows = {}};
  for (std::size_t i = 0; i < csv.columns.size(); ++i) {
    if (!is_read(static_cast<std::int64_t>(i), columns)) table.ignored.push_back(csv.columns[i]);
  }
  CsvFaults faults;
  std::map<std::string, std::int64_t> lines;
  for (const CsvRow& row : csv.rows) {
    try {
      TimedRow timed = row_of(csv, row, columns);
      const auto [first, is_new] = lines.try_emplace(identity(timed), row.line);
      if (!is_new) {
        faults.add(fmt::format("{}:{}: {} stands in line {} already", file, row.line, identity(timed), first->second));
      }
      table.rows.push_back(std::move(timed));
    } catch (const Error& fault) {
      faults.add(fault, file, row.line);
    }
  }
  faults.throw_if_any();
  if (table.rows.empty()) throw ConfigError(fmt::format("{}: no rows; a table of times has at least one", file));
  return table;
}

}  // namespace mikpoly::lab
