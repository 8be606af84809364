#include "core/config/value_tables.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "core/config/row_filter.hpp"
#include "core/config/trace_reader.hpp"
#include "core/problem/gemm_shape.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {
namespace {

/// What histograms and traces have in common.
struct TableKeys {
  YamlValue file;
  std::string name;  ///< of the file
  std::string column;
  std::string counts;  ///< empty: a row counts once
  RowFilter where;
  std::int64_t draw = 0;  ///< 0: all values
  std::int64_t seed = 0;
};

std::optional<TableKeys> read_keys(MapReader& map, const char* kind, bool counted) {
  const std::optional<YamlValue> file = map.required(kind);
  const std::optional<YamlValue> column = map.required("column");
  TableKeys keys;
  if (column) keys.column = read_text(*column, map.diagnostics());
  if (counted) keys.counts = map.text_or("counts", "count");
  keys.where = read_row_filter(map);
  if (const std::optional<YamlValue> draw = map.alternative("draw")) {
    keys.draw = read_integer(*draw, {.least = 1, .most = kMaxWorkloadItems}, map.diagnostics());
    keys.seed = map.integer("seed", {});
  }
  map.finish();
  if (file) keys.name = read_text(*file, map.diagnostics());
  if (keys.name.empty() || keys.column.empty()) return std::nullopt;
  keys.file = *file;
  return keys;
}

// A request without a token in or out tells no length.
void drop_failed(CsvTable& table, const YamlValue& file, Diagnostics& diagnostics) {
  const TraceFormat* const format = find_trace_format(table);
  if (format == nullptr) return;
  const std::int64_t prompt = table.column(format->prompt);
  const std::int64_t output = table.column(format->output);
  const auto none = [](const std::string& field) { return field.find_first_not_of('0') == std::string::npos; };
  const auto failed = std::erase_if(table.rows, [&](const CsvRow& row) {
    const std::string& in = row.fields[static_cast<std::size_t>(prompt)];
    const std::string& out = row.fields[static_cast<std::size_t>(output)];
    return (!in.empty() && none(in)) || (!out.empty() && none(out));
  });
  if (failed == 0) return;
  diagnostics.warning(
      file.node->place, file.path,
      fmt::format("{} requests of \"{}\" have no token in or out and are left out", failed, table.file));
}

std::map<std::int64_t, std::int64_t> counts_in(const CsvTable& table, const TableKeys& keys) {
  const std::int64_t column = column_named(table, keys.column);
  const std::int64_t counts = keys.counts.empty() ? -1 : column_named(table, keys.counts);
  std::map<std::int64_t, std::int64_t> found;
  CsvFaults faults;
  for (const CsvRow& row : table.rows) {
    try {
      const std::int64_t value = table.integer(row, column, 0, kMaxExtent);
      const std::int64_t count = counts < 0 ? 1 : table.integer(row, counts, 0, kMaxExtent);
      if (count > 0) found[value] = plus({found[value], 1.0}, {count, 1.0}).count;
    } catch (const ConfigError& error) {
      faults.add(error.what());
    }
  }
  faults.throw_if_any();
  if (found.empty()) throw ConfigError(fmt::format("{}: no value is counted", table.file));
  return found;
}

std::vector<WeightedValue> drawn(const std::map<std::int64_t, std::int64_t>& counts, const TableKeys& keys) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ends;  // of the range of each value, as in a cumulative sum
  std::int64_t all = 0;
  for (const auto& [value, count] : counts) {
    all = plus({all, 1.0}, {count, 1.0}).count;
    ends.emplace_back(all, value);
  }
  SplitMix64 random(static_cast<std::uint64_t>(keys.seed));
  std::vector<WeightedValue> values;
  for (std::int64_t i = 0; i < keys.draw; ++i) {
    const auto at = static_cast<std::int64_t>(random.uniform() * static_cast<double>(all));
    const auto range = std::ranges::upper_bound(ends, at, {}, &std::pair<std::int64_t, std::int64_t>::first);
    values.push_back({(range == ends.end() ? ends.back() : *range).second, {}});
  }
  return values;
}

template <typename Prepare>
std::vector<WeightedValue> values_of(const std::optional<TableKeys>& keys, Diagnostics& diagnostics, Prepare prepare) {
  std::vector<WeightedValue> values;
  if (!keys) return values;
  told_at(keys->file, diagnostics, [&] {
    CsvTable table = load_table_beside(keys->file, keys->name);
    keep_rows(table, keys->where);
    prepare(table);
    const std::map<std::int64_t, std::int64_t> counts = counts_in(table, *keys);
    if (keys->draw > 0) {
      values = drawn(counts, *keys);
    } else {
      for (const auto& [value, count] : counts) values.push_back({value, {count, 1.0}});
    }
  });
  return values;
}

}  // namespace

std::vector<WeightedValue> read_histogram(MapReader& map) {
  return values_of(read_keys(map, "histogram", true), map.diagnostics(), [](CsvTable&) {});
}

std::vector<WeightedValue> read_trace_column(MapReader& map) {
  const std::optional<TableKeys> keys = read_keys(map, "trace", false);
  return values_of(keys, map.diagnostics(),
                   [&](CsvTable& table) { drop_failed(table, keys->file, map.diagnostics()); });
}

}  // namespace mikpoly
