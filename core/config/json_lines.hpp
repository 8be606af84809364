// JSON lines as a table: one object on each line, a column for each key of the first that holds a number or a text.
// Lists and objects inside, such as the hash_ids of a trace, are left out.
#pragma once

#include <string>
#include <string_view>

#include "core/config/csv_reader.hpp"

namespace mikpoly {

/// Errors: ConfigError naming every line that is no object, as CsvFaults; also when there is no line.
CsvTable parse_json_lines(std::string_view text, const std::string& file);

/// A table of either kind: JSON lines where the file's name ends in .jsonl or its text begins with {, else CSV.
/// Errors: as above and as load_csv(); also when the file cannot be read or is larger than 32 MiB.
CsvTable load_table(const std::string& path);

}  // namespace mikpoly
