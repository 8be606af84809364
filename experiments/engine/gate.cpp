#include "experiments/engine/gate.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kSpaces = " \t";
constexpr std::string_view kComparisonCharacters = "<>=!";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

[[noreturn]] void reject(std::string_view condition) {
  throw ConfigError(fmt::format(
      "gate condition \"{}\" is not [SELECTOR.]VARIABLE OP NUMBER with OP one of >, >=, <, <=, ==, !=", condition));
}

double parse_bound(std::string_view text, std::string_view condition) {
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    reject(condition);
  }
  return value;
}

GateCondition parse_condition(std::string_view condition) {
  const std::size_t begin = condition.find_first_of(kComparisonCharacters);
  if (begin == std::string_view::npos) reject(condition);
  const std::size_t end = condition.find_first_not_of(kComparisonCharacters, begin);
  if (end == std::string_view::npos) reject(condition);
  const std::string_view comparison = condition.substr(begin, end - begin);
  const bool known = comparison == ">" || comparison == ">=" || comparison == "<" || comparison == "<=" ||
                     comparison == "==" || comparison == "!=";
  const std::string_view name = trimmed(condition.substr(0, begin));
  if (!known || name.empty() || name.find_first_of(kSpaces) != std::string_view::npos) reject(condition);
  const std::size_t dot = name.find('.');
  GateCondition parsed{.selector = dot == std::string_view::npos ? "" : std::string(name.substr(0, dot)),
                       .variable = std::string(dot == std::string_view::npos ? name : name.substr(dot + 1)),
                       .comparison = std::string(comparison),
                       .bound = parse_bound(trimmed(condition.substr(end)), condition)};
  if (parsed.variable.empty() || dot == 0) reject(condition);
  return parsed;
}

bool holds(double value, const std::string& comparison, double bound) {
  if (comparison == ">") return value > bound;
  if (comparison == ">=") return value >= bound;
  if (comparison == "<") return value < bound;
  if (comparison == "<=") return value <= bound;
  if (comparison == "==") return value == bound;
  return value != bound;
}

}  // namespace

std::vector<GateCondition> parse_gate(std::string_view expression) {
  constexpr std::string_view kOr = " or ";
  std::vector<GateCondition> gate;
  for (std::size_t begin = 0;;) {
    const std::size_t end = expression.find(kOr, begin);
    gate.push_back(parse_condition(trimmed(expression.substr(begin, end - begin))));
    if (end == std::string_view::npos) return gate;
    begin = end + kOr.size();
  }
}

std::vector<std::string> tripped(const std::vector<GateCondition>& gate, const GateLookup& lookup) {
  std::vector<std::string> sentences;
  for (const GateCondition& condition : gate) {
    const std::string prefix = condition.selector.empty() ? "" : condition.selector + ".";
    const std::optional<double> value = lookup(condition.selector, condition.variable);
    if (!value || std::isnan(*value)) {
      throw ConfigError(
          fmt::format("gate variable \"{}{}\" has no value in this run: it needs rows of that selector "
                      "and, for regrets, of the oracle",
                      prefix, condition.variable));
    }
    if (holds(*value, condition.comparison, condition.bound)) {
      sentences.push_back(fmt::format("{}{} = {:.4g} is {} {:g}", prefix, condition.variable, *value,
                                      condition.comparison, condition.bound));
    }
  }
  return sentences;
}

}  // namespace mikpoly::lab
