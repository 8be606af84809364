#include "experiments/cli/regret_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/engine/gate.hpp"
#include "experiments/engine/repeats.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/report/metric_rows.hpp"

namespace mikpoly::cli {
namespace {

// A table for each machine and pattern set.
std::string tables_of(const std::vector<lab::SelectorRows>& groups, lab::MetricTable table, std::string_view heading) {
  std::string text;
  for (const lab::MetricRows& rows : lab::metric_rows(groups, table)) {
    text += fmt::format("{}{}, patterns {}{}\n", text.empty() ? "" : "\n", rows.hardware, rows.pattern_set, heading);
    text += aligned(rows.header, rows.rows, 1);
  }
  return text;
}

}  // namespace

std::string text_of(const std::vector<lab::SelectorRows>& groups) {
  return tables_of(groups, lab::MetricTable::plain, "");
}

std::string text_by_use(const std::vector<lab::SelectorRows>& groups) {
  if (!lab::has_unequal_use(groups)) return "";
  return "\n" + tables_of(groups, lab::MetricTable::by_use, ", each shape as often as it is used");
}

std::string csv_of(const std::vector<lab::SelectorRows>& groups) {
  std::vector<std::string> header{"hardware", "pattern_set", "selector"};
  for (const lab::Metric& metric : lab::metrics()) header.emplace_back(metric.name);
  std::string text = lab::csv_record(header);
  for (const lab::SelectorRows& group : groups) {
    std::vector<std::string> fields{group.hardware, group.pattern_set, group.selector};
    for (const lab::Metric& metric : lab::metrics()) {
      const double value = metric.value(group);
      fields.push_back(std::isnan(value) ? "" : fmt::format("{:.6g}", value));
    }
    text += lab::csv_record(fields);
  }
  return text;
}

nlohmann::ordered_json json_of(const std::vector<lab::SelectorRows>& groups) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const lab::SelectorRows& group : groups) {
    nlohmann::ordered_json row{
        {"hardware", group.hardware}, {"pattern_set", group.pattern_set}, {"selector", group.selector}};
    for (const lab::Metric& metric : lab::metrics()) row[std::string(metric.name)] = metric.value(group);  // NaN: null
    json.push_back(std::move(row));
  }
  return json;
}

std::string source_text(const lab::RunTable& table) {
  if (table.time_source.empty() || table.time_source == "simulated") return "";
  return fmt::format("\ntimes are {}: each the median of its samples; results.csv has spread and count\n",
                     table.time_source);
}

std::string repeats_text(const lab::RunTable& table) {
  std::string text;
  for (const lab::WorkloadRepeats& repeats : lab::repeats_of(table)) {
    if (repeats.repeated() <= 0.0) continue;
    text +=
        fmt::format("{}{}: {:.0f} products seen, {} distinct shapes with {} values of m, {} planned, {:.0f} repeated\n",
                    text.empty() ? "\n" : "", repeats.workload, repeats.seen, repeats.distinct, repeats.extents_m,
                    repeats.planned, repeats.repeated());
  }
  return text;
}

nlohmann::ordered_json repeats_json(const lab::RunTable& table) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const lab::WorkloadRepeats& repeats : lab::repeats_of(table)) {
    json.push_back({{"workload", repeats.workload},
                    {"seen", repeats.seen},
                    {"distinct", repeats.distinct},
                    {"distinct_m", repeats.extents_m},
                    {"planned", repeats.planned},
                    {"repeated", repeats.repeated()}});
  }
  return json;
}

std::string first_selector(const lab::RunTable& table) {
  for (const lab::RunRow& row : table.rows) {
    if (row.key.selector != "oracle") return std::string(row.key.selector);
  }
  return "oracle";
}

void check_gate(const std::string& expression, const std::vector<std::string>& selectors) {
  for (const lab::GateCondition& condition : lab::parse_gate(expression)) {
    lab::find_metric(condition.variable);
    const std::string& wanted = condition.selector;
    if (wanted.empty() || std::ranges::find(selectors, wanted) != selectors.end()) continue;
    throw ConfigError(
        fmt::format("gate selector \"{}\" is not in this run{}", wanted, nearest_and_known(wanted, selectors)));
  }
}

std::vector<std::string> gate_findings(const std::string& expression, const lab::RunTable& table,
                                       const std::string& selector) {
  const std::vector<lab::GateCondition> gate = lab::parse_gate(expression);
  const std::vector<lab::SelectorRows> groups = lab::by_selector(table);
  const std::string largest = lab::largest_pattern_set(table);
  std::vector<std::string> machines;
  for (const lab::SelectorRows& group : groups) {
    if (machines.empty() || machines.back() != group.hardware) machines.push_back(group.hardware);
  }
  std::vector<std::string> findings;
  for (const std::string& machine : machines) {
    const auto value = [&](const std::string& named, const std::string& variable) -> std::optional<double> {
      const std::string& wanted = named.empty() ? selector : named;
      for (const lab::SelectorRows& group : groups) {
        if (group.hardware == machine && group.pattern_set == largest && group.selector == wanted) {
          return lab::find_metric(variable).value(group);
        }
      }
      return std::nullopt;
    };
    for (const std::string& finding : lab::tripped(gate, value)) {
      findings.push_back(fmt::format("gate: {} on {} with patterns {}", finding, machine, largest));
    }
  }
  return findings;
}

std::string gate_help() {
  std::string text =
      "--fail-if EXPR ends with exit code 5 when EXPR holds on any machine, with the largest pattern set:\n"
      "  EXPR := COND { \"or\" COND },  COND := [SELECTOR.]VARIABLE OP NUMBER,  OP one of > >= < <= == !=\n"
      "  without SELECTOR: the run's first. Variables:\n";
  for (const lab::Metric& metric : lab::metrics()) {
    text += fmt::format("    {:<14} {}\n", metric.name, metric.definition);
  }
  return text;
}

}  // namespace mikpoly::cli
