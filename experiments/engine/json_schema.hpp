// JSON Schema (draft-07) of the file formats and of a row of results.csv.
//
// As strict as the readers in keys, types, units, words and ranges of whole numbers. Not said by it: what relates two
// values, limits of sizes and rates, how long a list is, whether a formula can be worked out, and whether a file that
// is named is there; the readers say all of it. Known limit: a map of a form that several places have must be whole
// even where its file extends another.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/engine/file_formats.hpp"

namespace mikpoly::lab {

nlohmann::ordered_json json_schema(const FileFormat& format);

/// Columns in file order, each a string as it stands in the file.
nlohmann::ordered_json results_schema();

}  // namespace mikpoly::lab
