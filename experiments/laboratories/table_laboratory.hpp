// Rows of an experiment whose backend is table: what each selector would have chosen, and how long the table says that
// took.
//
// Models speak of shapes that they did not learn from (table/table_halves.hpp), and do not know which times the table
// has of them. A choice without a time in the table is a row that is skipped, with the reason.
#pragma once

#include <memory>

#include "experiments/engine/laboratory.hpp"

namespace mikpoly::lab {

/// The study must be of a table, and outlive the laboratory.
/// Errors: ConfigError for a selector that has no meaning on a table.
std::unique_ptr<Laboratory> make_table_laboratory(const Study& study);

}  // namespace mikpoly::lab
