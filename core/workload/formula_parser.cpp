// Recursive descent over the grammar of formula.hpp.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"
#include "core/workload/formula.hpp"

namespace mikpoly {
namespace {

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

bool begins_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

// Reads on after an unknown name, so that the next one is found too; stops at what it cannot read.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, const std::vector<std::string>& names) : text_(text), names_(names) {}

  ParsedFormula parse() {
    expression();
    if (!stopped_ && peek() != '\0') stop(position_, fmt::format("\"{}\" is not expected here", character()));
    if (!faults_.empty()) return {Formula({{FormulaOperation::number, 0, 0}}), std::move(faults_)};
    return {Formula(std::move(steps_)), {}};
  }

 private:
  void stop(std::size_t offset, std::string sentence) {
    if (!stopped_) faults_.push_back({offset, std::move(sentence)});
    stopped_ = true;
  }

  // The next character that is no space; '\0' at the end, and after a fault.
  char peek() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
    return stopped_ || position_ == text_.size() ? '\0' : text_[position_];
  }

  // The whole character that begins here, with the bytes by which UTF-8 goes on.
  [[nodiscard]] std::string_view character() const {
    std::size_t end = position_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    return text_.substr(position_, end - position_);
  }

  void emit(FormulaOperation operation, std::int64_t operand, std::size_t offset) {
    if (steps_.size() == kMaxFormulaSteps) {
      return stop(offset, fmt::format("the formula has more than {} parts; that is the limit", kMaxFormulaSteps));
    }
    steps_.push_back({operation, operand, offset});
  }

  void expression() {
    term();
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      const std::size_t offset = position_++;
      term();
      emit(sign == '+' ? FormulaOperation::add : FormulaOperation::subtract, 0, offset);
    }
  }

  void term() {
    factor();
    for (char sign = peek(); sign == '*' || sign == '/'; sign = peek()) {
      const std::size_t offset = position_++;
      factor();
      emit(sign == '*' ? FormulaOperation::multiply : FormulaOperation::divide, 0, offset);
    }
  }

  void factor() {
    if (++depth_ > kMaxFormulaSteps) stop(position_, "the formula is nested too deeply");
    const char next = peek();
    const std::size_t offset = position_;
    if (is_digit(next)) {
      number();
    } else if (begins_name(next)) {
      name();
    } else if (next == '-') {
      ++position_;
      factor();
      emit(FormulaOperation::negate, 0, offset);
    } else if (next == '(') {
      ++position_;
      expression();
      expect_closed();
    } else {
      stop(offset, next == '\0' ? "a number or a name is missing at the end"
                                : fmt::format("\"{}\" stands where a number or a name is expected", character()));
    }
    --depth_;
  }

  void number() {
    std::int64_t value = 0;
    const char* const begin = text_.data() + position_;
    const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), value);
    const std::size_t offset = position_;
    position_ += static_cast<std::size_t>(end - begin);
    if (status != std::errc{}) return stop(offset, "a number passes 2^63");
    if (position_ < text_.size() && (begins_name(text_[position_]) || text_[position_] == '.')) {
      return stop(position_, fmt::format("\"{}\" follows a number; formulas hold whole numbers and 2*n, not 2n",
                                         text_[position_]));
    }
    emit(FormulaOperation::number, value, offset);
  }

  void name() {
    const std::size_t offset = position_;
    while (position_ < text_.size() && (begins_name(text_[position_]) || is_digit(text_[position_]))) ++position_;
    const std::string name(text_.substr(offset, position_ - offset));
    if (peek() == '(') return call(name, offset);
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
      faults_.push_back(
          {offset, fmt::format("unknown dimension \"{}\"{}", name,
                               names_.empty() ? "; no dims are declared here" : nearest_and_known(name, names_))});
    }
    emit(FormulaOperation::dim, found - names_.begin(), offset);
  }

  void call(const std::string& name, std::size_t offset) {
    const auto functions = formula_functions();
    const auto found = std::ranges::find(functions, std::string_view(name), &FormulaFunction::name);
    if (found == functions.end()) {
      std::vector<std::string> known;
      for (const FormulaFunction& function : functions) known.emplace_back(function.name);
      return stop(offset, fmt::format("unknown function \"{}\"{}", name, nearest_and_known(name, known)));
    }
    ++position_;
    std::int64_t values = 0;
    do {
      if (values > 0) ++position_;
      expression();
      if (++values > 1) emit(found->operation, 0, offset);
    } while (peek() == ',');
    expect_closed();
    if (values < 2 || (values > 2 && !found->takes_more)) {
      stop(offset, fmt::format("{} takes two values{}, not {}", name, found->takes_more ? " or more" : "", values));
    }
  }

  void expect_closed() {
    const char next = peek();
    if (next == ')') {
      ++position_;
    } else if (next == '\0') {
      stop(position_, "\")\" is missing at the end; in YAML, a formula with a comma inside { } or [ ] needs quotes");
    } else {
      stop(position_, fmt::format("\"{}\" stands where \")\" is expected", character()));
    }
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  bool stopped_ = false;
  std::vector<FormulaStep> steps_;
  std::vector<FormulaFault> faults_;
};

}  // namespace

ParsedFormula parse_formula(std::string_view text, const std::vector<std::string>& names) {
  return FormulaParser(text, names).parse();
}

}  // namespace mikpoly
