#include "core/workload/formula.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

const std::vector<std::string> kNames{"b", "s", "head"};

std::int64_t value_of(std::string_view text, const std::vector<std::int64_t>& dims = {2, 5, 64}) {
  const ParsedFormula parsed = parse_formula(text, kNames);
  INFO(text);
  REQUIRE(parsed.faults.empty());
  const FormulaValue value = parsed.formula.evaluate(dims);
  CHECK_FALSE(value.fault);
  return value.value;
}

// `offset: sentence` of each fault of reading, or else of the value.
std::vector<std::string> faults_of(std::string_view text, const std::vector<std::int64_t>& dims = {2, 5, 64}) {
  std::vector<std::string> texts;
  const ParsedFormula parsed = parse_formula(text, kNames);
  for (const FormulaFault& fault : parsed.faults) {
    texts.push_back(std::to_string(fault.offset) + ": " + fault.sentence);
  }
  if (!texts.empty()) return texts;
  const FormulaValue value = parsed.formula.evaluate(dims);
  if (value.fault) texts.push_back(std::to_string(value.fault->offset) + ": " + value.fault->sentence);
  return texts;
}

using Faults = std::vector<std::string>;

TEST_CASE("Formulas follow the rules of school", "[formula]") {
  CHECK(value_of("b*s") == 10);
  CHECK(value_of("64*head/8") == 512);
  CHECK(value_of("1 + 2 * 3") == 7);
  CHECK(value_of("(1 + 2) * 3") == 9);
  CHECK(value_of("20 - 5 - 3") == 12);  // from the left
  CHECK(value_of("24 / 4 / 2") == 3);
  CHECK(value_of("-b + s") == 3);
  CHECK(value_of("s - -b") == 7);
  CHECK(value_of("--b") == 2);
  CHECK(value_of(" b\t* s ") == 10);
  CHECK(value_of("max(b, s, 3)") == 5);
  CHECK(value_of("min(b, s) * 2") == 4);
  CHECK(value_of("ceil_div(s, b)") == 3);
  CHECK(value_of("floor_div(s, b)") == 2);
}

// ceil(-5/2) = -2, floor(-5/2) = -3; both are added to 10, since a negative result is a fault.
TEST_CASE("floor_div and ceil_div round below zero too", "[formula]") {
  CHECK(value_of("10 + ceil_div(0 - 5, 2)") == 8);
  CHECK(value_of("10 + floor_div(0 - 5, 2)") == 7);
  CHECK(value_of("10 + floor_div(5, -2)") == 7);
  CHECK(value_of("10 + floor_div(-6, 2)") == 7);
}

TEST_CASE("A value that is none is a fault at its operation", "[formula]") {
  CHECK(faults_of("b*s/3") == Faults{"3: 10 / 3 leaves a remainder; floor_div and ceil_div round"});
  CHECK(faults_of("s/(b - 2)") == Faults{"1: 5 / 0 divides by zero"});
  CHECK(faults_of("ceil_div(s, 0)") == Faults{"0: 5 / 0 divides by zero"});
  CHECK(faults_of("b - s") == Faults{"0: the result -3 is negative"});
  CHECK(faults_of("9223372036854775807 + b") == Faults{"20: 9223372036854775807 + 2 passes 2^63"});
  CHECK(faults_of("9223372036854775807 * b") == Faults{"20: 9223372036854775807 * 2 passes 2^63"});
  CHECK(faults_of("0 - 9223372036854775807 - b") == Faults{"24: -9223372036854775807 - 2 passes 2^63"});
  CHECK(faults_of("(0 - 9223372036854775807 - 1) / -1") == Faults{"30: -9223372036854775808 / -1 passes 2^63"});
}

TEST_CASE("Every unknown name of a formula is said, with the nearest known one", "[formula]") {
  CHECK(faults_of("B*s + hed") == Faults{"0: unknown dimension \"B\"; did you mean \"b\"? known: b, s, head",
                                         "6: unknown dimension \"hed\"; did you mean \"head\"? known: b, s, head"});
  CHECK(parse_formula("x", {}).faults.front().sentence == "unknown dimension \"x\"; no dims are declared here");
}

TEST_CASE("What cannot be read is said where it stands", "[formula]") {
  CHECK(faults_of("") == Faults{"0: a number or a name is missing at the end"});
  CHECK(faults_of("b*") == Faults{"2: a number or a name is missing at the end"});
  CHECK(faults_of("b**s") == Faults{"2: \"*\" stands where a number or a name is expected"});
  CHECK(faults_of("b s") == Faults{"2: \"s\" is not expected here"});
  CHECK(faults_of("2b") == Faults{"1: \"b\" follows a number; formulas hold whole numbers and 2*n, not 2n"});
  CHECK(faults_of("1.5*b") == Faults{"1: \".\" follows a number; formulas hold whole numbers and 2*n, not 2n"});
  CHECK(faults_of("9223372036854775808") == Faults{"0: a number passes 2^63"});
  CHECK(faults_of("b \xC3\x97 s") == Faults{"2: \"\xC3\x97\" is not expected here"});  // the sign of multiplication
  CHECK(faults_of("b*\xE2\x82\xAC") == Faults{"2: \"\xE2\x82\xAC\" stands where a number or a name is expected"});
  CHECK(faults_of("(b\xF0\x9F\x98\x80") == Faults{"2: \"\xF0\x9F\x98\x80\" stands where \")\" is expected"});
  CHECK(faults_of("(b;") == Faults{"2: \";\" stands where \")\" is expected"});
  CHECK(faults_of("max(b") ==
        Faults{"5: \")\" is missing at the end; in YAML, a formula with a comma inside { } or [ ] needs quotes"});
  CHECK(faults_of("max(b)") == Faults{"0: max takes two values or more, not 1"});
  CHECK(faults_of("ceil_div(b, s, 2)") == Faults{"0: ceil_div takes two values, not 3"});
  CHECK(faults_of("cel_div(b, s)") ==
        Faults{"0: unknown function \"cel_div\"; did you mean \"ceil_div\"? known: min, max, ceil_div, floor_div"});
}

TEST_CASE("Formulas end at a size and a depth", "[formula]") {
  std::string sum = "1";
  while (parse_formula(sum, {}).faults.empty()) sum += "+1";

  CHECK(sum.size() == 2 * 64 + 1);  // 64 numbers and 63 sums are 127 parts; one more of each passes 128
  CHECK(faults_of(sum) == Faults{"127: the formula has more than 128 parts; that is the limit"});
  CHECK(faults_of(std::string(1000, '(')).front() == "128: the formula is nested too deeply");
  CHECK(faults_of(std::string(1000, '-')).front() == "128: the formula is nested too deeply");
}

TEST_CASE("A formula knows the names it uses", "[formula]") {
  CHECK(parse_formula("head*b + head", kNames).formula.used() == std::vector<std::int64_t>{0, 2});
  CHECK(parse_formula("7", kNames).formula.used().empty());
}

}  // namespace
}  // namespace mikpoly
