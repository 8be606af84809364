// results.csv: its columns, each with its one definition, and how a row is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/result_row.hpp"

namespace mikpoly::lab {

/// What a whole run shares.
struct RunFacts {
  std::uint64_t seed = 0;
  std::string tool_version;
};

struct ResultColumn {
  std::string_view name;
  std::string_view definition;
  std::string (*text)(const ResultRow& row, const RunFacts& facts);
};

/// In file order; columns are only ever added at the end.
const std::vector<ResultColumn>& result_columns();

/// Position of a column; its absence is our own mistake.
std::int64_t column_index(std::string_view name);

/// The header line, without its line feed.
std::string results_header();

/// The fields of a row, one for each column, not yet quoted.
std::vector<std::string> fields_of(const ResultRow& row, const RunFacts& facts);

/// Whole picoseconds as microseconds with six decimals, which is exact.
std::string microseconds_text(Picoseconds time);

/// A record of RFC 4180, with a line feed: fields holding commas, quotes or line breaks are quoted.
std::string csv_record(const std::vector<std::string>& fields);

}  // namespace mikpoly::lab
