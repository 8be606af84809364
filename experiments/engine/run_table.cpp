#include "experiments/engine/run_table.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/csv_reader.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/run_folder.hpp"

namespace mikpoly::lab {
namespace {

/// The rows of results.csv, taken up piece by piece.
class RowReader {
 public:
  explicit RowReader(RunTable& run) : run_(run) {}

  void take(const CsvTable& table) {
    table_ = &table;
    for (const CsvRow& row : table.rows) {
      run_.rows.push_back(row_of(row));
      take_machine(row);
      take_source(row);
    }
  }

 private:
  [[nodiscard]] std::int64_t position(std::string_view name) {
    const auto known = positions_.find(name);
    if (known != positions_.end()) return known->second;
    const std::int64_t column = table_->column(name);
    if (column >= 0) return positions_[name] = column;
    throw ConfigError(fmt::format("{}: column \"{}\" is missing; this is not a results.csv", table_->file, name));
  }
  [[nodiscard]] const std::string& text(const CsvRow& row, std::string_view name) {
    return row.fields[static_cast<std::size_t>(position(name))];
  }
  [[nodiscard]] double number(const CsvRow& row, std::string_view name) { return table_->number(row, position(name)); }
  [[nodiscard]] Use use(const CsvRow& row) {
    return {table_->integer(row, position("count"), 0, std::int64_t{1} << 62), number(row, "weight")};
  }
  [[nodiscard]] std::optional<double> optional_number(const CsvRow& row, std::string_view name) {
    if (text(row, name).empty()) return std::nullopt;
    return number(row, name);
  }

  // The rows of a problem follow each other: then its text is there already.
  static std::string_view kept_after(std::string_view before, std::string_view text, TextPool& texts) {
    return text == before ? before : texts.keep(text);
  }

  RunRow row_of(const CsvRow& row);
  void take_machine(const CsvRow& row);
  void take_source(const CsvRow& row);

  RunTable& run_;
  const CsvTable* table_ = nullptr;
  std::unordered_map<std::string_view, std::int64_t> positions_;  ///< of the columns asked for
};

RunRow RowReader::row_of(const CsvRow& row) {
  TextPool& texts = *run_.texts;
  const RunRow before = run_.rows.empty() ? RunRow{} : run_.rows.back();
  const std::string mnk = fmt::format("{}x{}x{}", text(row, "m"), text(row, "n"), text(row, "k"));
  const std::string& batch = text(row, "batch");
  const std::string shape = batch == "1" ? mnk : fmt::format("{}x{}", batch, mnk);
  const std::string problem = fmt::format("{}/{}", text(row, "workload"), text(row, "problem_id"));
  RunRow read{.key = {.hardware = texts.keep_once(text(row, "hardware")),
                      .pattern_set = texts.keep_once(text(row, "pattern_set")),
                      .selector = texts.keep_once(text(row, "selector")),
                      .problem = kept_after(before.key.problem, problem, texts)},
              .shape = kept_after(before.shape, shape, texts),
              .use = use(row),
              .plan = kept_after(before.plan, text(row, "plan"), texts),
              .bound_by = texts.keep_once(text(row, "bound_by")),
              .numbers = {},
              .unsupported = text(row, "disposition") == "unsupported",
              .no_output = text(row, "m") == "0" || text(row, "n") == "0" || batch == "0",
              .reason = texts.keep_once(text(row, "reason")),
              .peers = {}};
  if (text(row, "status") != "done") return read;
  read.numbers = RowNumbers{.predicted = optional_number(row, "predicted_us"),
                            .predicted_makespan = optional_number(row, "predicted_makespan_us"),
                            .time = number(row, "time_us"),
                            .regret = optional_number(row, "regret"),
                            .regret_all = optional_number(row, "regret_all"),
                            .oracle_gap = optional_number(row, "oracle_gap")};
  return read;
}

// The rows of a machine follow each other.
void RowReader::take_machine(const CsvRow& row) {
  const std::string& hardware = text(row, "hardware");
  if (!run_.machines.empty() && run_.machines.back().hardware == hardware) return;
  run_.machines.push_back({.hardware = hardware,
                           .a = parse_data_type(text(row, "dtype_a")),
                           .b = parse_data_type(text(row, "dtype_b")),
                           .d = parse_data_type(text(row, "dtype_d"))});
}

void RowReader::take_source(const CsvRow& row) {
  const std::string& other = text(row, "time_source");
  if (other.empty() || other == run_.time_source) return;
  if (!run_.time_source.empty()) {
    throw ConfigError(fmt::format("{}: times are \"{}\" and \"{}\"; only times of one source can be compared",
                                  table_->file, run_.time_source, other));
  }
  run_.time_source = other;
}

// The rows that stand for the same problem on the same machine with the same pattern set.
void set_peers(std::span<RunRow*> rows) {
  PeerTimes times;
  for (const RunRow* row : rows) {
    if (!row->numbers) continue;
    std::optional<double>& time = row->key.selector == "oracle" ? times.oracle : times.best;
    if (!time || row->numbers->time < *time) time = row->numbers->time;
    if (row->numbers->oracle_gap) times.oracle_gap = row->numbers->oracle_gap;
  }
  for (RunRow* row : rows) row->peers = times;
}

void find_peers(std::vector<RunRow>& rows) {
  const auto key = [](const RunRow* row) {
    return std::tuple(row->key.hardware, row->key.pattern_set, row->key.problem);
  };
  std::vector<RunRow*> sorted;
  for (RunRow& row : rows) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, {}, key);
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(), [&](const RunRow* row) { return key(row) != key(*first); });
    set_peers({first, last});
    first = last;
  }
}

struct TiledPart {
  double tile_area = 0.0;
  double outputs = 0.0;
};

std::int64_t number_after(std::string_view text, std::size_t& position) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data() + position, text.data() + text.size(), value);
  position = std::min(static_cast<std::size_t>(end - text.data()) + 1, text.size());  // past the separator
  return status == std::errc{} ? value : 0;
}

// `f16_256x128x64@0-3072:0-1024:...`
TiledPart tiled_part(std::string_view part) {
  std::size_t position = part.find('_') + 1;
  const std::int64_t tile_m = number_after(part, position);
  const std::int64_t tile_n = number_after(part, position);
  position = part.find('@') + 1;
  const std::int64_t m0 = number_after(part, position);
  const std::int64_t m1 = number_after(part, position);
  const std::int64_t n0 = number_after(part, position);
  const std::int64_t n1 = number_after(part, position);
  return {.tile_area = static_cast<double>(tile_m * tile_n),
          .outputs = static_cast<double>(m1 - m0) * static_cast<double>(n1 - n0)};
}

// Rows of the run, for the memory to be taken once.
std::int64_t rows_of(const Manifest& manifest) {
  std::int64_t rows = 0;
  for (const auto& [status, count] : manifest.row_counts) rows += count;
  return rows;
}

}  // namespace

RunTable load_run(const std::filesystem::path& path) {
  RunTable run{
      .folder = find_run(path), .time_source = {}, .rows = {}, .machines = {}, .texts = std::make_unique<TextPool>()};
  if (std::filesystem::exists(run.folder / "bench.csv")) {
    throw ConfigError(
        fmt::format("\"{}\" is a bench, not a run; mikpoly bench --summary scores it", run.folder.string()));
  }
  check_results(run.folder, "results.csv", "mikpoly run");
  run.rows.reserve(static_cast<std::size_t>(rows_of(read_manifest(run.folder))));
  RowReader reader(run);
  scan_csv((run.folder / "results.csv").string(), [&](const CsvTable& table) { reader.take(table); });
  find_peers(run.rows);
  return run;
}

double mean_tile_area(std::string_view plan) {
  double weighted = 0.0;
  double outputs = 0.0;
  for (std::size_t begin = 0; begin != std::string::npos;) {
    const std::size_t end = plan.find('|', begin);
    const std::string_view part = plan.substr(begin, end - begin);
    if (part.find('@') != std::string_view::npos && part.find('_') != std::string_view::npos) {
      const TiledPart tiled = tiled_part(part);
      weighted += tiled.tile_area * tiled.outputs;
      outputs += tiled.outputs;
    }
    begin = end == std::string::npos ? end : end + 1;
  }
  return outputs > 0.0 ? weighted / outputs : 0.0;
}

}  // namespace mikpoly::lab
