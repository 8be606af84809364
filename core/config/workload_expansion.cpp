#include "core/config/workload_expansion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/integer_span.hpp"
#include "core/config/map_reader.hpp"
#include "core/config/workload_loader.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kColumns = "m, n, k are needed, batch, group, count, weight are known";

void refuse(const YamlValue& value, Diagnostics& diagnostics) {
  diagnostics.error(
      value.node->place, value.path,
      fmt::format("{} is not an extent such as \"105\", \"[1, 8, 64]\" or \"1..4096:256\"", described(*value.node)));
}

void append_span(const YamlValue& value, std::vector<std::int64_t>& extents, Diagnostics& diagnostics) {
  const std::optional<IntegerSpan> span = read_span(value, diagnostics);
  if (!span || span->last > kMaxExtent) {
    refuse(value, diagnostics);
  } else if (span->size() > kMaxWorkloadItems - static_cast<std::int64_t>(extents.size())) {
    diagnostics.error(
        value.node->place, value.path,
        fmt::format("\"{}\" makes it more than {} values; that is the limit", value.node->text, kMaxWorkloadItems));
  } else {
    for (std::int64_t i = 0; i < span->size(); ++i) extents.push_back(span->first + i * span->step);
  }
}

std::vector<std::int64_t> draw_extents(const YamlValue& value, Diagnostics& diagnostics) {
  MapReader map(value, diagnostics);
  const std::optional<YamlValue> bounds = map.required("log_uniform");
  const std::int64_t count = map.integer("count", {.least = 1, .most = kMaxWorkloadItems});
  const std::int64_t seed = map.integer("seed", {});
  map.finish();
  std::vector<std::int64_t> extents;
  if (!bounds) return extents;
  const std::vector<YamlValue> pair = read_list(*bounds, diagnostics);
  if (pair.size() != 2) {
    diagnostics.error(bounds->node->place, bounds->path, "not a list [LOW, HIGH]");
    return extents;
  }
  const std::int64_t low = read_integer(pair[0], {.least = 1, .most = kMaxExtent}, diagnostics);
  const std::int64_t high = read_integer(pair[1], {.least = low, .most = kMaxExtent}, diagnostics);
  LogUniform draw(low, high, seed);
  for (std::int64_t i = 0; i < count; ++i) extents.push_back(draw.next());
  return extents;
}

// Positions of the columns, or -1; all names of the table must be known.
struct Columns {
  std::array<std::int64_t, 3> extents{};
  std::int64_t batch = -1;
  std::int64_t group = -1;
  std::int64_t count = -1;
  std::int64_t weight = -1;
};

Columns find_columns(const CsvTable& table) {
  Columns columns{.extents = {table.column("m"), table.column("n"), table.column("k")},
                  .batch = table.column("batch"),
                  .group = table.column("group"),
                  .count = table.column("count"),
                  .weight = table.column("weight")};
  std::size_t known = 0;
  for (const std::int64_t position : {columns.batch, columns.group, columns.count, columns.weight}) {
    known += position >= 0 ? 1 : 0;
  }
  const bool complete = std::ranges::all_of(columns.extents, [](std::int64_t position) { return position >= 0; });
  if (!complete || known + columns.extents.size() != table.columns.size()) {
    throw ConfigError(fmt::format("{}: the columns are {}; {}", table.file, fmt::join(table.columns, ", "), kColumns));
  }
  return columns;
}

void add_row(const CsvTable& table, const Columns& columns, const CsvRow& row, const WorkloadEntry& entry,
             WorkloadItems& items) {
  const auto integer_or = [&](std::int64_t column, std::int64_t least, std::int64_t fallback) {
    return column < 0 ? fallback : table.integer(row, column, least, kMaxExtent);
  };
  WorkloadEntry own = entry;
  if (columns.group >= 0) own.group = row.fields[static_cast<std::size_t>(columns.group)];
  own.batch = integer_or(columns.batch, 0, entry.batch);
  own.count = integer_or(columns.count, 1, entry.count);
  if (columns.weight >= 0) own.weight = table.number(row, columns.weight);
  items.add({.m = integer_or(columns.extents[0], 0, 0),
             .n = integer_or(columns.extents[1], 0, 0),
             .k = integer_or(columns.extents[2], 0, 0),
             .batch = own.batch},
            own);
}

}  // namespace

void WorkloadItems::add(const GemmShape& shape, const WorkloadEntry& entry) {
  validate(shape);
  std::string id = to_text(shape);
  const std::int64_t times = ++seen_[id];
  if (times > 1) id += fmt::format("#{}", times);
  items_.push_back(
      {.id = std::move(id), .group = entry.group, .shape = shape, .count = entry.count, .weight = entry.weight});
}

std::vector<std::int64_t> read_extents(const YamlValue& value, Diagnostics& diagnostics) {
  if (value.node->is_map()) return draw_extents(value, diagnostics);
  std::vector<std::int64_t> extents;
  if (value.node->is_scalar()) {
    append_span(value, extents, diagnostics);
  } else {
    for (const YamlValue& item : read_list(value, diagnostics)) append_span(item, extents, diagnostics);
  }
  return extents;
}

LogUniform::LogUniform(std::int64_t low, std::int64_t high, std::int64_t seed)
    : low_(static_cast<double>(low)),
      ratio_(static_cast<double>(high) / static_cast<double>(low)),
      generator_(static_cast<std::uint64_t>(seed)) {}

std::int64_t LogUniform::next() {
  return std::llround(low_ * std::pow(ratio_, generator_.uniform()));
}

void add_table(const CsvTable& table, const WorkloadEntry& entry, WorkloadItems& items) {
  const Columns columns = find_columns(table);
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
