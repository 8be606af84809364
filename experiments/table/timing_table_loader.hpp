// Reads a timing table from a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/table/table_settings.hpp"
#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// `auto`, and the formats of table_formats.hpp.
const std::vector<std::string>& table_format_names();

/// Errors: ConfigError when the file cannot be read or is not what its format says, naming file and line of everything
/// that is malformed; when it says another source than asked for; when no row is left.
TimingTable load_timing_table(const TableRequest& request);

/// The same for text in memory; the request's file is what messages name.
TimingTable parse_timing_table(std::string_view text, const TableRequest& request);

}  // namespace mikpoly::lab
