#include "core/config/row_filter.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"
#include "core/config/json_lines.hpp"

namespace mikpoly {

RowFilter read_row_filter(MapReader& map) {
  RowFilter where;
  const std::optional<YamlValue> conditions = map.optional("where");
  if (!conditions) return where;
  MapReader columns(*conditions, map.diagnostics());
  columns.keys_are_names();
  for (const std::string& name : conditions->node->keys()) where.emplace_back(name, columns.text(name));
  return where;
}

void keep_rows(CsvTable& table, const RowFilter& where) {
  for (const RowFilter::value_type& condition : where) {
    const std::string& name = condition.first;
    const std::string& wanted = condition.second;
    const auto column = static_cast<std::size_t>(column_named(table, name));
    std::set<std::string> texts;
    for (const CsvRow& row : table.rows) texts.insert(row.fields[column]);
    if (!texts.contains(wanted)) {
      throw ConfigError(fmt::format("{}: no row has {} \"{}\"{}", table.file, table.columns[column], wanted,
                                    nearest_and_known(wanted, {texts.begin(), texts.end()})));
    }
    std::erase_if(table.rows, [&](const CsvRow& row) { return row.fields[column] != wanted; });
  }
}

std::int64_t column_named(const CsvTable& table, const std::string& name) {
  const std::int64_t column = table.column(name);
  if (column >= 0) return column;
  throw ConfigError(
      fmt::format("{}: unknown column \"{}\"{}", table.file, name, nearest_and_known(name, table.columns)));
}

CsvTable load_table_beside(const YamlValue& value, const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(*value.node->place.file).parent_path();
  return load_table((folder / name).lexically_normal().string());
}

}  // namespace mikpoly
