#include "experiments/measure/bench_file.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/config/csv_reader.hpp"
#include "experiments/engine/checked_line.hpp"
#include "experiments/engine/output_file.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/measure/bench_table.hpp"

namespace mikpoly::lab {
namespace {

/// What a file holds.
struct SoundRows {
  CsvTable table;                     ///< of the whole lines whose check is right
  std::vector<std::int64_t> damaged;  ///< numbers of the other lines
};

std::string header_line() {
  return bench_header() + ",check\n";
}

std::string checked_record(std::string record) {
  record.pop_back();                                      // its line feed
  std::replace(record.begin(), record.end(), '\n', ' ');  // of a reason: lines are checked one by one
  return with_check(record, kCsvCheck) + "\n";
}

SoundRows rows_in(const std::filesystem::path& path) {
  SoundRows rows;
  std::string sound = bench_header() + "\n";
  std::ifstream in(path, std::ios::binary);
  std::int64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (number == 1 && line + "\n" == header_line()) continue;
    const std::optional<std::string_view> record = in.eof() ? std::nullopt : without_check(line, kCsvCheck);
    if (record) {
      sound += fmt::format("{}\n", *record);
    } else {
      rows.damaged.push_back(number);
    }
  }
  rows.table = parse_csv(sound, path.string());
  return rows;
}

}  // namespace

BenchFile::BenchFile(std::filesystem::path path, std::int64_t rows_per_shape) : path_(std::move(path)) {
  const SoundRows rows = rows_in(path_);
  const CsvTable& table = rows.table;
  if (!rows.damaged.empty()) {
    damage_ = damaged_lines_text(path_.string(), rows.damaged) + "; their shapes are measured again";
  }
  std::map<std::string, std::int64_t> counts;
  const auto id = static_cast<std::size_t>(table.column("problem_id"));
  for (const CsvRow& row : table.rows) {
    if (is_sound(table, row)) ++counts[row.fields[id]];
  }
  std::string kept = header_line();
  for (const CsvRow& row : table.rows) {
    if (counts[row.fields[id]] != rows_per_shape) continue;
    finished_.insert(row.fields[id]);
    kept += checked_record(csv_record(row.fields));
  }
  replace_file(path_, kept);
}

void BenchFile::append(std::span<const BenchRow> rows, const BenchFacts& facts) {
  std::string text;
  for (const BenchRow& row : rows) text += checked_record(bench_record(row, facts));
  append_to(path_, text);
}

std::string merged_rows(std::span<const std::filesystem::path> files, const std::vector<WorkloadItem>& items) {
  std::map<std::string, std::string> records;  // of each shape
  for (const std::filesystem::path& file : files) {
    const CsvTable table = rows_in(file).table;
    const auto id = static_cast<std::size_t>(table.column("problem_id"));
    for (const CsvRow& row : table.rows) records[row.fields[id]] += csv_record(row.fields);
  }
  std::string text = bench_header() + "\n";
  for (const WorkloadItem& item : items) text += records[item.id];
  return text;
}

}  // namespace mikpoly::lab
