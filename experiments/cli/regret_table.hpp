// The regret table as text, CSV and JSON: what compare prints and run ends with.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/engine/metrics.hpp"

namespace mikpoly::cli {

/// One table for each machine and pattern set.
std::string text_of(const std::vector<lab::SelectorRows>& groups);

/// The same with the metrics by use, for under it; empty where every shape is used once.
std::string text_by_use(const std::vector<lab::SelectorRows>& groups);

/// One line for each machine, pattern set and selector; columns are the metrics' names.
std::string csv_of(const std::vector<lab::SelectorRows>& groups);

/// A line for under the text table: where its times come from, when they are not simulated.
std::string source_text(const lab::RunTable& table);

/// A line for each workload in which shapes come again, for under the tables; empty when none does.
std::string repeats_text(const lab::RunTable& table);
nlohmann::ordered_json repeats_json(const lab::RunTable& table);

nlohmann::ordered_json json_of(const std::vector<lab::SelectorRows>& groups);

/// Exit code of a gate that tripped.
inline constexpr int kGateTripped = 5;

/// Checks an expression before any work is done, against the selectors that the run has.
/// Errors: ConfigError for an expression that cannot be read, an unknown variable, or another selector.
void check_gate(const std::string& expression, const std::vector<std::string>& selectors);

/// The conditions of `--fail-if` that hold on any machine, with the largest pattern set, as sentences. `selector`
/// stands where a condition names none.
/// Errors: ConfigError for a variable without a value in this run.
std::vector<std::string> gate_findings(const std::string& expression, const lab::RunTable& table,
                                       const std::string& selector);

/// The selector that tables and gates look at when none is named: the first of the run that is not the oracle.
std::string first_selector(const lab::RunTable& table);

/// Grammar and variables of `--fail-if`, for --help.
std::string gate_help();

}  // namespace mikpoly::cli
