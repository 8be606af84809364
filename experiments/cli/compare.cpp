// mikpoly compare: how far each selector is from the oracle; with two runs, what changed between them.
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/regret_table.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::cli {
namespace {

constexpr std::int64_t kWorstShapes = 20;

struct CompareFlags {
  std::vector<std::string> runs;
  std::string selector;  ///< of the worst shapes and of gates; empty: the run's first
  std::string fail_if;
  std::string format;
};

/// A selector in both runs.
struct Change {
  lab::SelectorRows before;
  lab::SelectorRows after;
  double time_ratio = 0.0;  ///< geometric mean of after / before over the shapes both finished
  std::int64_t shapes = 0;
};

constexpr std::string_view kChangeMetrics[] = {"of_oracle", "regret_median", "regret_p95", "regret_worst"};

const lab::RunRow* oracle_row(const lab::RunTable& table, const lab::RunRow& row) {
  for (const lab::RunRow& other : table.rows) {
    if (other.key.selector == "oracle" && other.key.problem == row.key.problem &&
        other.key.hardware == row.key.hardware && other.key.pattern_set == row.key.pattern_set) {
      return &other;
    }
  }
  return nullptr;
}

std::string worst_text(const lab::RunTable& table, const std::string& selector) {
  const std::vector<const lab::RunRow*> worst = lab::worst_rows(table, selector, kWorstShapes);
  std::string text = fmt::format("\nthe {} worst shapes of {} with patterns {}\n", worst.size(), selector,
                                 lab::largest_pattern_set(table));
  for (const lab::RunRow* row : worst) {
    const lab::RunRow* oracle = oracle_row(table, *row);
    text += fmt::format("{:.4f}  {} on {}, {:.2f} us\n        {:<10} {}\n        {:<10} {}\n", *row->numbers->regret,
                        row->shape, row->key.hardware, row->numbers->time, selector, row->plan, "oracle",
                        oracle == nullptr ? "-" : oracle->plan);
  }
  return text;
}

nlohmann::ordered_json worst_json(const lab::RunTable& table, const std::string& selector) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const lab::RunRow* row : lab::worst_rows(table, selector, kWorstShapes)) {
    const lab::RunRow* oracle = oracle_row(table, *row);
    json.push_back({{"problem", row->key.problem},
                    {"shape", row->shape},
                    {"hardware", row->key.hardware},
                    {"regret", *row->numbers->regret},
                    {"time_us", row->numbers->time},
                    {"plan", row->plan},
                    {"oracle_plan", oracle == nullptr ? "" : oracle->plan}});
  }
  return json;
}

void print_one(const lab::RunTable& table, const std::string& selector, Format format) {
  const std::vector<lab::SelectorRows> groups = lab::by_selector(table);
  if (format == Format::csv) {
    print(csv_of(groups));
  } else if (format == Format::json) {
    const nlohmann::ordered_json json{{"run", table.folder.string()},
                                      {"selectors", json_of(groups)},
                                      {"workloads", repeats_json(table)},
                                      {"worst_of", selector},
                                      {"worst", worst_json(table, selector)}};
    print(json.dump(2) + "\n");
  } else {
    print(text_of(groups));
    print(text_by_use(groups));
    print(repeats_text(table));
    print(source_text(table));
    print(worst_text(table, selector));
  }
}

Change change_between(const lab::SelectorRows& before, const lab::SelectorRows& after) {
  std::map<std::string_view, double> times;
  for (const lab::RunRow* row : before.rows) {
    if (row->numbers) times[row->key.problem] = row->numbers->time;
  }
  std::vector<double> ratios;
  for (const lab::RunRow* row : after.rows) {
    const auto found = times.find(row->key.problem);
    if (!row->numbers || found == times.end() || found->second <= 0.0 || row->numbers->time <= 0.0) continue;
    ratios.push_back(row->numbers->time / found->second);
  }
  return {.before = before,
          .after = after,
          .time_ratio = lab::geometric_mean(ratios),
          .shapes = static_cast<std::int64_t>(ratios.size())};
}

std::vector<Change> changes_between(const lab::RunTable& first, const lab::RunTable& second) {
  std::vector<Change> changes;
  const std::vector<lab::SelectorRows> after = lab::by_selector(second);
  for (const lab::SelectorRows& a : lab::by_selector(first)) {
    for (const lab::SelectorRows& b : after) {
      const bool same = a.hardware == b.hardware && a.pattern_set == b.pattern_set && a.selector == b.selector;
      if (same) changes.push_back(change_between(a, b));
    }
  }
  if (changes.empty()) {
    throw ConfigError(fmt::format("runs \"{}\" and \"{}\" have no machine, pattern set and selector in common",
                                  first.folder.string(), second.folder.string()));
  }
  return changes;
}

TableRow change_header() {
  TableRow header{"hardware", "pattern_set", "selector", "shapes", "time_ratio"};
  for (const std::string_view name : kChangeMetrics) {
    header.push_back(fmt::format("{}_a", name));
    header.push_back(fmt::format("{}_b", name));
  }
  return header;
}

TableRow change_row(const Change& change) {
  TableRow row{change.before.hardware, change.before.pattern_set, change.before.selector, fmt::to_string(change.shapes),
               number(change.time_ratio, 4)};
  for (const std::string_view name : kChangeMetrics) {
    row.push_back(number(lab::find_metric(name).value(change.before), 4));
    row.push_back(number(lab::find_metric(name).value(change.after), 4));
  }
  return row;
}

nlohmann::ordered_json change_json(const Change& change) {
  nlohmann::ordered_json json{{"hardware", change.before.hardware},
                              {"pattern_set", change.before.pattern_set},
                              {"selector", change.before.selector},
                              {"shapes", change.shapes},
                              {"time_ratio", change.time_ratio}};
  for (const std::string_view name : kChangeMetrics) {
    const lab::Metric& metric = lab::find_metric(name);
    json[std::string(name)] = {{"a", metric.value(change.before)}, {"b", metric.value(change.after)}};
  }
  return json;
}

void print_two(const lab::RunTable& first, const lab::RunTable& second, Format format) {
  const std::vector<Change> changes = changes_between(first, second);
  if (format == Format::json) {
    nlohmann::ordered_json json{{"a", first.folder.string()}, {"b", second.folder.string()}};
    for (const Change& change : changes) json["changes"].push_back(change_json(change));
    print(json.dump(2) + "\n");
    return;
  }
  std::vector<TableRow> rows;
  for (const Change& change : changes) rows.push_back(change_row(change));
  if (format == Format::csv) {
    print(lab::csv_record(change_header()));
    for (const TableRow& row : rows) print(lab::csv_record(row));
    return;
  }
  print(fmt::format("a: {}\nb: {}\ntime_ratio: geometric mean of b/a over the shapes both finished\n\n",
                    first.folder.string(), second.folder.string()));
  print(aligned(change_header(), rows, 3));
}

std::vector<std::string> selectors_of(const lab::RunTable& table) {
  std::vector<std::string> known;
  for (const lab::SelectorRows& group : lab::by_selector(table)) {
    if (std::ranges::find(known, group.selector) == known.end()) known.push_back(group.selector);
  }
  return known;
}

std::string selector_in(const lab::RunTable& table, const std::string& wanted) {
  if (wanted.empty()) return first_selector(table);
  const std::vector<std::string> known = selectors_of(table);
  if (std::ranges::find(known, wanted) != known.end()) return wanted;
  throw ConfigError(fmt::format("run \"{}\" has no rows of selector \"{}\"; it has: {}", table.folder.string(), wanted,
                                fmt::join(known, ", ")));
}

void refuse_mixed(const lab::RunTable& first, const lab::RunTable& second) {
  if (first.time_source.empty() || second.time_source.empty() || first.time_source == second.time_source) return;
  throw ConfigError(
      fmt::format("times of \"{}\" are \"{}\", of \"{}\" \"{}\"; only times of one source can be compared",
                  first.folder.string(), first.time_source, second.folder.string(), second.time_source));
}

int compare(const CompareFlags& flags) {
  const Format format = parse_format(flags.format, kTextCsvJson);
  std::vector<lab::RunTable> tables;
  for (const std::string& run : flags.runs) tables.push_back(lab::load_run(run));
  const lab::RunTable& judged = tables.back();
  const std::string selector = selector_in(judged, flags.selector);
  if (!flags.fail_if.empty()) check_gate(flags.fail_if, selectors_of(judged));
  if (tables.size() == 2) {
    refuse_mixed(tables[0], tables[1]);
    print_two(tables[0], tables[1], format);
  } else {
    print_one(judged, selector, format);
  }
  if (flags.fail_if.empty()) return 0;
  const std::vector<std::string> findings = gate_findings(flags.fail_if, judged, selector);
  for (const std::string& finding : findings) notify(finding);
  return findings.empty() ? 0 : kGateTripped;
}

}  // namespace

void add_compare_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<CompareFlags>();
  CLI::App* verb = app.add_subcommand("compare", "selectors against the oracle, or two runs with each other");
  verb->add_option("runs", flags->runs, "one or two folders, each holding exactly one run")
      ->required()
      ->expected(1, 2)
      ->type_name("RUN");
  verb->add_option("--selector", flags->selector, "whose worst shapes are listed; default: the run's first")
      ->type_name("S");
  verb->add_option("--fail-if", flags->fail_if, "gate on the (second) run, see below")->type_name("EXPR");
  add_format_flag(*verb, flags->format, kTextCsvJson);
  verb->footer(gate_help() + "\nExample (after mikpoly run quickstart): mikpoly compare out/quickstart");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return compare(*flags); }; });
}

}  // namespace mikpoly::cli
