#include "experiments/measure/bench_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

/// The cells of one row by the name of their column.
class Cells {
 public:
  Cells(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  [[nodiscard]] const std::string& text(std::string_view name) const {
    return row_.fields[static_cast<std::size_t>(position(name))];
  }
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return table_.integer(row_, position(name), 0, std::numeric_limits<std::int64_t>::max());
  }
  [[nodiscard]] double number(std::string_view name) const { return table_.number(row_, position(name)); }
  [[nodiscard]] std::optional<double> optional_number(std::string_view name) const {
    return text(name).empty() ? std::nullopt : std::optional(number(name));
  }

 private:
  [[nodiscard]] std::int64_t position(std::string_view name) const {
    const std::int64_t found = table_.column(name);
    if (found < 0) throw ConfigError(fmt::format("{}: column {} is missing; is it a bench.csv?", table_.file, name));
    return found;
  }

  const CsvTable& table_;
  const CsvRow& row_;
};

BenchEntry entry_of(const Cells& cells) {
  BenchEntry entry{
      .problem = cells.text("problem_id"),
      .group = cells.text("group"),
      .count = cells.integer("count"),
      .backend = cells.text("backend"),
      .is_subject = cells.text("role") == "subject",
      .process = cells.integer("process"),
      .best_peer = cells.text("best_peer"),
      .status = cells.text("status"),
      .reason = cells.text("reason"),
      .noisy = cells.text("noisy") == "true",
      .numbers = std::nullopt,
  };
  if (entry.status == "done") {
    entry.numbers = BenchNumbers{.time_us = cells.number("time_us"),
                                 .speed_of_best = cells.optional_number("speed_of_best"),
                                 .later_us = cells.optional_number("later_us"),
                                 .of_limit = cells.optional_number("of_limit")};
  }
  return entry;
}

BenchHeading heading_of(const Cells& cells) {
  return {.workload = cells.text("workload"),
          .mode = cells.text("mode"),
          .call = cells.text("call"),
          .layout = cells.text("layout"),
          .dtype = cells.text("dtype_a"),
          .threads = cells.text("threads")};
}

// One shape in one process.
using Bout = std::vector<const BenchEntry*>;

std::vector<std::pair<std::string, std::vector<Bout>>> bouts_by_problem(const std::vector<BenchEntry>& entries) {
  std::vector<std::pair<std::string, std::vector<Bout>>> problems;
  std::map<std::string, std::size_t> places;
  std::map<std::pair<std::string, std::int64_t>, std::size_t> bouts;
  for (const BenchEntry& entry : entries) {
    const auto [place, is_new] = places.emplace(entry.problem, problems.size());
    if (is_new) problems.emplace_back(entry.problem, std::vector<Bout>{});
    std::vector<Bout>& of_problem = problems[place->second].second;
    const auto [bout, first] = bouts.emplace(std::pair(entry.problem, entry.process), of_problem.size());
    if (first) of_problem.emplace_back();
    of_problem[bout->second].push_back(&entry);
  }
  return problems;
}

/// Numbers of one shape, gathered process by process.
struct Gathered {
  std::vector<double> times;
  std::vector<double> of_best;
  std::vector<double> of_limit;
  std::map<std::string, std::vector<double>> of_peer;
};

void gather(const Bout& bout, Gathered& gathered) {
  const auto found = std::find_if(bout.begin(), bout.end(), [](const BenchEntry* entry) { return entry->is_subject; });
  if (found == bout.end() || !(*found)->numbers || (*found)->numbers->time_us <= 0.0) return;
  const BenchNumbers& subject = *(*found)->numbers;
  gathered.times.push_back(subject.time_us);
  if (subject.speed_of_best) gathered.of_best.push_back(*subject.speed_of_best);
  if (subject.of_limit) gathered.of_limit.push_back(*subject.of_limit);
  for (const BenchEntry* entry : bout) {
    if (entry->is_subject || !entry->numbers) continue;
    gathered.of_peer[entry->backend].push_back(entry->numbers->time_us / subject.time_us);
  }
}

// Of what rows must share to be scored together, the first that differs; else nothing.
std::string difference(const BenchTable& table, const BenchHeading& heading, const std::string& subject) {
  struct Field {
    const char* name;
    const std::string& one;
    const std::string& other;
  };
  const BenchHeading& first = table.heading;
  const Field fields[] = {{"workload", first.workload, heading.workload},
                          {"mode", first.mode, heading.mode},
                          {"call", first.call, heading.call},
                          {"layout", first.layout, heading.layout},
                          {"type", first.dtype, heading.dtype},
                          {"threads", first.threads, heading.threads},
                          {"subject", table.subject, subject}};
  for (const Field& field : fields) {
    if (field.one != field.other) return fmt::format("{} \"{}\" and \"{}\"", field.name, field.one, field.other);
  }
  return "";
}

}  // namespace

BenchTable load_bench(const std::filesystem::path& file) {
  const CsvTable csv = load_csv(file.string());
  BenchTable table;
  for (const CsvRow& row : csv.rows) {
    const Cells cells(csv, row);
    const BenchHeading heading = heading_of(cells);
    if (table.entries.empty()) table.heading = heading;
    table.entries.push_back(entry_of(cells));
    const BenchEntry& entry = table.entries.back();
    if (table.subject.empty() && entry.is_subject) table.subject = entry.backend;
    const std::string differs = difference(table, heading, entry.is_subject ? entry.backend : table.subject);
    if (!differs.empty()) {
      throw ConfigError(fmt::format("{}:{}: {} are scored apart, in files of their own", csv.file, row.line, differs));
    }
  }
  if (table.subject.empty()) throw ConfigError(fmt::format("{}: no row of a subject", csv.file));
  return table;
}

bool is_sound(const CsvTable& table, const CsvRow& row) {
  const Cells cells(table, row);
  try {
    const BenchEntry entry = entry_of(cells);
    const std::string& disposition = cells.text("disposition");
    if (entry.status == "done") return disposition == "passed" || disposition == "not_checked";
    return (entry.status == "failed" || entry.status == "skipped") && !entry.reason.empty();
  } catch (const ConfigError&) {
    return false;
  }
}

BenchTable joined(const std::vector<BenchTable>& tables) {
  BenchTable all = tables.front();
  for (std::size_t i = 1; i < tables.size(); ++i) {
    const std::string differs = difference(all, tables[i].heading, tables[i].subject);
    if (!differs.empty()) throw ConfigError(fmt::format("benches of {} are scored apart", differs));
    std::int64_t offset = 0;
    for (const BenchEntry& entry : all.entries) offset = std::max(offset, entry.process);
    for (BenchEntry entry : tables[i].entries) {
      entry.process += offset;
      all.entries.push_back(std::move(entry));
    }
  }
  return all;
}

std::vector<ShapeScore> shape_scores(const std::vector<BenchEntry>& entries) {
  std::vector<ShapeScore> scores;
  for (const auto& [problem, bouts] : bouts_by_problem(entries)) {
    Gathered gathered;
    for (const Bout& bout : bouts) gather(bout, gathered);
    if (gathered.times.empty()) continue;
    ShapeScore score{.problem = problem,
                     .group = bouts.front().front()->group,
                     .count = bouts.front().front()->count,
                     .time_us = median(gathered.times),
                     .of_best = std::nullopt,
                     .best_peer = bouts.front().front()->best_peer,
                     .of_peer = {},
                     .of_limit = std::nullopt};
    if (!gathered.of_best.empty()) score.of_best = median(gathered.of_best);
    if (!gathered.of_limit.empty()) score.of_limit = median(gathered.of_limit);
    for (const auto& [peer, ratios] : gathered.of_peer) score.of_peer[peer] = median(ratios);
    scores.push_back(std::move(score));
  }
  return scores;
}

std::map<std::string, double> first_call_ratios(const std::vector<BenchEntry>& entries, const std::string& backend) {
  std::map<std::string, std::vector<double>> by_problem;
  for (const BenchEntry& entry : entries) {
    if (entry.backend != backend || !entry.numbers || entry.numbers->later_us.value_or(0.0) <= 0.0) continue;
    by_problem[entry.problem].push_back(entry.numbers->time_us / *entry.numbers->later_us);
  }
  std::map<std::string, double> ratios;
  for (const auto& [problem, values] : by_problem) ratios[problem] = median(values);
  return ratios;
}

}  // namespace mikpoly::lab
