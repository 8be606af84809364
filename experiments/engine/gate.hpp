// `--fail-if EXPR`: a condition on the statistics of a run that turns a regression into an exit code.
//
//   EXPR      := CONDITION { "or" CONDITION }          true when any condition holds
//   CONDITION := [SELECTOR "."] VARIABLE OP NUMBER     OP one of > >= < <= == !=
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::lab {

struct GateCondition {
  std::string selector;  ///< empty: the run's first
  std::string variable;
  std::string comparison;
  double bound = 0.0;
};

/// Reads an expression.
/// Errors: ConfigError naming the part that is wrong and what is allowed there.
std::vector<GateCondition> parse_gate(std::string_view expression);

/// Value of (selector, variable); nothing when the run does not hold it.
using GateLookup = std::function<std::optional<double>(const std::string& selector, const std::string& variable)>;

/// The conditions that hold, as sentences such as `mikpoly.regret_p95 = 1.24 is > 1.1`; empty when the gate stays shut.
/// Errors: ConfigError when a variable has no value in this run: a gate that cannot be read must not pass.
std::vector<std::string> tripped(const std::vector<GateCondition>& gate, const GateLookup& lookup);

}  // namespace mikpoly::lab
