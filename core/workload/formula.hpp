// Formulas over whole numbers in named dimensions: `b*s`, `64*h/8`, `floor_div(w + 2*3 - 7, 2) + 1`.
//
//   expression = term {("+" | "-") term}
//   term       = factor {("*" | "/") factor}
//   factor     = "-" factor | number | name | "(" expression ")" | function "(" expression {"," expression} ")"
//
// `/` divides without a remainder or is an error; floor_div and ceil_div round; min and max take two values or more.
// Known limits: 64 bits on the way, checked; kMaxFormulaSteps numbers, names and operations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mikpoly {

inline constexpr std::size_t kMaxFormulaSteps = 128;

/// What is wrong with a formula or its value, and where in the text.
struct FormulaFault {
  std::size_t offset = 0;  ///< bytes before it
  std::string sentence;
};

struct FormulaValue {
  std::int64_t value = 0;
  std::optional<FormulaFault> fault;  ///< overflow, division by zero, a remainder, or a negative result
};

enum class FormulaOperation { number, dim, negate, add, subtract, multiply, divide, floor_div, ceil_div, min, max };

/// One step of a formula in postfix order.
struct FormulaStep {
  FormulaOperation operation = FormulaOperation::number;
  std::int64_t operand = 0;  ///< the number, or the position of the dimension
  std::size_t offset = 0;    ///< in the text, for messages
};

/// A formula that was read; cheap to evaluate again and again.
class Formula {
 public:
  Formula() = default;
  explicit Formula(std::vector<FormulaStep> steps) : steps_(std::move(steps)) {}

  /// Its value with one value for each name it was read with. 0 where there is a fault.
  [[nodiscard]] FormulaValue evaluate(std::span<const std::int64_t> dims) const;
  /// Positions of the names that it uses, ascending, each once.
  [[nodiscard]] std::vector<std::int64_t> used() const;

 private:
  std::vector<FormulaStep> steps_;
};

struct ParsedFormula {
  Formula formula;
  std::vector<FormulaFault> faults;  ///< empty when all is well: unknown names, or the first that cannot be read
};

/// Reads a formula in which `names` are known.
ParsedFormula parse_formula(std::string_view text, const std::vector<std::string>& names);

struct FormulaFunction {
  std::string_view name;
  FormulaOperation operation;
  bool takes_more;  ///< than two values
};

/// The functions of formulas.
std::span<const FormulaFunction> formula_functions();

}  // namespace mikpoly
