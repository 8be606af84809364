// Which rows of a table count: `where: {dataset: mrpc_pairs}` keeps those that have this text in this column.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/config/csv_reader.hpp"
#include "core/config/map_reader.hpp"

namespace mikpoly {

/// Column and text, each.
using RowFilter = std::vector<std::pair<std::string, std::string>>;

/// The key `where` of a map; empty where it is absent.
RowFilter read_row_filter(MapReader& map);

/// Takes the other rows out of the table.
/// Errors: ConfigError naming the columns that the table has, or the texts of the column where no row is left.
void keep_rows(CsvTable& table, const RowFilter& where);

/// Position of the column.
/// Errors: ConfigError naming the nearest and all columns.
std::int64_t column_named(const CsvTable& table, const std::string& name);

/// The table of that name, relative to the file in which `value` stands.
/// Errors: as load_table().
CsvTable load_table_beside(const YamlValue& value, const std::string& name);

}  // namespace mikpoly
