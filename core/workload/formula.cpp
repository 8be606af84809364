#include "core/workload/formula.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

/// What an operation says against its operands; nothing when it says nothing.
using Complaint = std::optional<std::string>;

std::string_view sign_of(FormulaOperation operation) {
  switch (operation) {
    case FormulaOperation::add:
      return "+";
    case FormulaOperation::subtract:
      return "-";
    case FormulaOperation::multiply:
      return "*";
    default:
      return "/";
  }
}

// Towards minus infinity; `b` is not 0 and the quotient fits.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

Complaint divide(FormulaOperation operation, std::int64_t a, std::int64_t b, std::int64_t& result) {
  if (b == 0) return fmt::format("{} / 0 divides by zero", a);
  if (a == std::numeric_limits<std::int64_t>::min() && b == -1) return fmt::format("{} / {} passes 2^63", a, b);
  if (operation == FormulaOperation::divide && a % b != 0) {
    return fmt::format("{} / {} leaves a remainder; floor_div and ceil_div round", a, b);
  }
  result = floor_quotient(a, b) + (operation == FormulaOperation::ceil_div && a % b != 0 ? 1 : 0);
  return std::nullopt;
}

Complaint apply(FormulaOperation operation, std::int64_t a, std::int64_t b, std::int64_t& result) {
  bool overflows = false;
  switch (operation) {
    case FormulaOperation::add:
      overflows = __builtin_add_overflow(a, b, &result);
      break;
    case FormulaOperation::subtract:
      overflows = __builtin_sub_overflow(a, b, &result);
      break;
    case FormulaOperation::multiply:
      overflows = __builtin_mul_overflow(a, b, &result);
      break;
    case FormulaOperation::min:
      result = std::min(a, b);
      break;
    case FormulaOperation::max:
      result = std::max(a, b);
      break;
    default:
      return divide(operation, a, b, result);
  }
  if (overflows) return fmt::format("{} {} {} passes 2^63", a, sign_of(operation), b);
  return std::nullopt;
}

}  // namespace

FormulaValue Formula::evaluate(std::span<const std::int64_t> dims) const {
  std::array<std::int64_t, kMaxFormulaSteps> stack;  // NOLINT: a step writes what it reads later
  std::size_t top = 0;
  for (const FormulaStep& step : steps_) {
    if (step.operation == FormulaOperation::number) {
      stack[top++] = step.operand;
    } else if (step.operation == FormulaOperation::dim) {
      stack[top++] = dims[static_cast<std::size_t>(step.operand)];
    } else {
      const bool unary = step.operation == FormulaOperation::negate;
      const std::int64_t b = stack[--top];
      const std::int64_t a = unary ? 0 : stack[--top];
      std::int64_t result = 0;
      const Complaint complaint = apply(unary ? FormulaOperation::subtract : step.operation, a, b, result);
      if (complaint) return {0, FormulaFault{step.offset, *complaint}};
      stack[top++] = result;
    }
  }
  ensure(top == 1, "a formula leaves one value");
  if (stack[0] < 0) return {0, FormulaFault{0, fmt::format("the result {} is negative", stack[0])}};
  return {stack[0], std::nullopt};
}

std::vector<std::int64_t> Formula::used() const {
  std::vector<std::int64_t> positions;
  for (const FormulaStep& step : steps_) {
    if (step.operation == FormulaOperation::dim) positions.push_back(step.operand);
  }
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

std::span<const FormulaFunction> formula_functions() {
  static constexpr std::array<FormulaFunction, 4> kTable{{{"min", FormulaOperation::min, true},
                                                          {"max", FormulaOperation::max, true},
                                                          {"ceil_div", FormulaOperation::ceil_div, false},
                                                          {"floor_div", FormulaOperation::floor_div, false}}};
  return kTable;
}

}  // namespace mikpoly
