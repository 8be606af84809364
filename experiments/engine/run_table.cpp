#include "experiments/engine/run_table.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/csv_reader.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/run_folder.hpp"

namespace mikpoly::lab {
namespace {

/// results.csv with its fields by name.
class Results {
 public:
  explicit Results(CsvTable table) : table_(std::move(table)) {}

  [[nodiscard]] const std::vector<CsvRow>& rows() const { return table_.rows; }

  [[nodiscard]] const std::string& text(const CsvRow& row, std::string_view name) const {
    return row.fields[static_cast<std::size_t>(position(name))];
  }
  [[nodiscard]] double number(const CsvRow& row, std::string_view name) const {
    return table_.number(row, position(name));
  }
  [[nodiscard]] std::optional<double> optional_number(const CsvRow& row, std::string_view name) const {
    if (text(row, name).empty()) return std::nullopt;
    return number(row, name);
  }

 private:
  [[nodiscard]] std::int64_t position(std::string_view name) const {
    const std::int64_t column = table_.column(name);
    if (column >= 0) return column;
    throw ConfigError(fmt::format("{}: column \"{}\" is missing; this is not a results.csv", table_.file, name));
  }

  CsvTable table_;
};

RunRow row_of(const Results& results, const CsvRow& row) {
  const std::string mnk =
      fmt::format("{}x{}x{}", results.text(row, "m"), results.text(row, "n"), results.text(row, "k"));
  const std::string& batch = results.text(row, "batch");
  RunRow read{.key = {.hardware = results.text(row, "hardware"),
                      .pattern_set = results.text(row, "pattern_set"),
                      .selector = results.text(row, "selector"),
                      .problem = fmt::format("{}/{}", results.text(row, "workload"), results.text(row, "problem_id"))},
              .shape = batch == "1" ? mnk : fmt::format("{}x{}", batch, mnk),
              .plan = results.text(row, "plan"),
              .numbers = {},
              .peers = {}};
  if (results.text(row, "status") != "done") return read;
  read.numbers = RowNumbers{.predicted = results.optional_number(row, "predicted_us"),
                            .predicted_makespan = results.optional_number(row, "predicted_makespan_us"),
                            .time = results.number(row, "time_us"),
                            .regret = results.optional_number(row, "regret"),
                            .regret_all = results.optional_number(row, "regret_all"),
                            .oracle_gap = results.optional_number(row, "oracle_gap")};
  return read;
}

std::string one_source(const Results& results, const std::filesystem::path& file) {
  std::string source;
  for (const CsvRow& row : results.rows()) {
    const std::string& other = results.text(row, "time_source");
    if (other.empty() || other == source) continue;
    if (!source.empty()) {
      throw ConfigError(fmt::format("{}: times are \"{}\" and \"{}\"; only times of one source can be compared",
                                    file.string(), source, other));
    }
    source = other;
  }
  return source;
}

void find_peers(std::vector<RunRow>& rows) {
  std::map<std::tuple<std::string, std::string, std::string>, PeerTimes> peers;
  const auto key = [](const RunRow& row) { return std::tuple(row.key.hardware, row.key.pattern_set, row.key.problem); };
  for (const RunRow& row : rows) {
    if (!row.numbers) continue;
    PeerTimes& times = peers[key(row)];
    std::optional<double>& time = row.key.selector == "oracle" ? times.oracle : times.best;
    if (!time || row.numbers->time < *time) time = row.numbers->time;
    if (row.numbers->oracle_gap) times.oracle_gap = row.numbers->oracle_gap;
  }
  for (RunRow& row : rows) row.peers = peers[key(row)];
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

// run.json of a finished run holds the hash of its results.csv.
void refuse_changed(const std::filesystem::path& folder, const std::string& text) {
  constexpr std::int64_t kMostBytes = 1 << 20;
  const std::filesystem::path manifest = folder / "run.json";
  if (!std::filesystem::exists(manifest)) return;
  const auto json = nlohmann::json::parse(read_text_file(manifest.string(), kMostBytes), nullptr, false);
  const std::string hash = json.is_object() ? json.value("results_hash", "") : "";
  if (hash.empty() || hash == content_hash(text)) return;
  throw ConfigError(fmt::format("{}: changed or damaged since the run wrote it; mikpoly run --resume writes it anew",
                                (folder / "results.csv").string()));
}

}  // namespace

RunTable load_run(const std::filesystem::path& path) {
  RunTable run{.folder = find_run(path), .time_source = {}, .rows = {}};
  const std::filesystem::path file = run.folder / "results.csv";
  if (std::filesystem::exists(run.folder / "bench.csv")) {
    throw ConfigError(
        fmt::format("\"{}\" is a bench, not a run; mikpoly bench --summary scores it", run.folder.string()));
  }
  if (!std::filesystem::exists(file)) {
    throw ConfigError(fmt::format("run \"{}\" has not finished; mikpoly run --resume goes on", run.folder.string()));
  }
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
  const std::string text = read_text_file(file.string(), kMostBytes);
  refuse_changed(run.folder, text);
  const Results results(parse_csv(text, file.string()));
  run.time_source = one_source(results, file);
  for (const CsvRow& row : results.rows()) run.rows.push_back(row_of(results, row));
  find_peers(run.rows);
  return run;
}

double mean_tile_area(const std::string& plan) {
  double weighted = 0.0;
  double outputs = 0.0;
  for (std::size_t begin = 0; begin != std::string::npos;) {
    const std::size_t end = plan.find('|', begin);
    const std::string_view part = std::string_view(plan).substr(begin, end - begin);
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
