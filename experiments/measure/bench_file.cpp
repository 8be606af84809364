#include "experiments/measure/bench_file.hpp"

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/csv_reader.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/engine/unwritable.hpp"
#include "experiments/measure/bench_table.hpp"

namespace mikpoly::lab {
namespace {

// The whole lines of a file; nothing when they are no rows of this program.
std::optional<CsvTable> rows_in(const std::filesystem::path& path) {
  std::ostringstream whole;
  whole << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string text = whole.str();
  const std::string lines = text.substr(0, text.rfind('\n') + 1);  // npos + 1 is 0
  try {
    CsvTable table = parse_csv(lines, path.string());
    if (fmt::format("{}", fmt::join(table.columns, ",")) != bench_header()) return std::nullopt;
    return table;
  } catch (const ConfigError&) {  // empty, or cut inside a quoted field: measured again
    return std::nullopt;
  }
}

}  // namespace

BenchFile::BenchFile(std::filesystem::path path, std::int64_t rows_per_shape) : path_(std::move(path)) {
  std::map<std::string, std::int64_t> counts;
  const std::optional<CsvTable> table = rows_in(path_);
  std::string kept = bench_header() + "\n";
  if (table) {
    const auto id = static_cast<std::size_t>(table->column("problem_id"));
    for (const CsvRow& row : table->rows) {
      if (is_sound(*table, row)) ++counts[row.fields[id]];
    }
    for (const CsvRow& row : table->rows) {
      if (counts[row.fields[id]] != rows_per_shape) continue;
      finished_.insert(row.fields[id]);
      kept += csv_record(row.fields);
    }
  }
  std::error_code error;
  std::filesystem::remove(path_, error);
  if (error) throw_unwritable(path_, error.value());
  append_to(path_, kept);
}

void BenchFile::append(std::span<const BenchRow> rows, const BenchFacts& facts) {
  std::string text;
  for (const BenchRow& row : rows) text += bench_record(row, facts);
  append_to(path_, text);
}

std::string merged_rows(std::span<const std::filesystem::path> files, const std::vector<WorkloadItem>& items) {
  std::map<std::string, std::string> records;  // of each shape
  for (const std::filesystem::path& file : files) {
    const std::optional<CsvTable> table = rows_in(file);
    if (!table) continue;
    const auto id = static_cast<std::size_t>(table->column("problem_id"));
    for (const CsvRow& row : table->rows) records[row.fields[id]] += csv_record(row.fields);
  }
  std::string text = bench_header() + "\n";
  for (const WorkloadItem& item : items) text += records[item.id];
  return text;
}

}  // namespace mikpoly::lab
