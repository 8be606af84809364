// Rows of an experiment whose backend is table: what each selector would have chosen, and how long the table says that
// took.
//
// Models speak of shapes that they did not learn from (table/table_halves.hpp). A choice without a time in the table is a row
// that is skipped, with the reason.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/laboratory.hpp"
#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// The study must be of a table, and outlive the laboratory.
/// Errors: ConfigError for a selector that has no meaning on a table.
std::unique_ptr<Laboratory> make_table_laboratory(const Study& study);

/// What a person should know of a table before they believe in it: what was skipped, put together or is missing; one
/// sentence each.
std::vector<std::string> notices_of(const TimingTable& table);

}  // namespace mikpoly::lab
