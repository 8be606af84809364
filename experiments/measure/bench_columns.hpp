// bench.csv: its columns, each with its one definition. The first ones are those of results.csv where they mean the
// same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/measure/bench_row.hpp"

namespace mikpoly::lab {

/// What all rows of one process share.
struct BenchFacts {
  const BenchSettings& settings;
  std::int64_t process = 1;
};

struct BenchColumn {
  std::string_view name;
  std::string_view definition;
  std::string (*text)(const BenchRow& row, const BenchFacts& facts);
};

/// In file order; columns are only ever added at the end.
const std::vector<BenchColumn>& bench_columns();

/// The header line, without its line feed.
std::string bench_header();

/// One line with its line feed.
std::string bench_record(const BenchRow& row, const BenchFacts& facts);

}  // namespace mikpoly::lab
