#include "experiments/engine/gate.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

std::string fault_of(const std::string& expression) {
  try {
    parse_gate(expression);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> tripped_with(const std::string& expression, double value) {
  return tripped(parse_gate(expression), [value](const auto&, const auto&) { return std::optional(value); });
}

}  // namespace

TEST_CASE("A gate names selector, variable, comparison and bound", "[gate]") {
  const std::vector<GateCondition> gate = parse_gate("default-tile.regret_p95>= 1.5 or failed != 0");

  REQUIRE(gate.size() == 2);
  CHECK(gate[0].selector == "default-tile");
  CHECK(gate[0].variable == "regret_p95");
  CHECK(gate[0].comparison == ">=");
  CHECK(gate[0].bound == 1.5);
  CHECK(gate[1].selector.empty());
  CHECK(gate[1].variable == "failed");
}

TEST_CASE("What is not a condition is refused with the grammar", "[gate]") {
  for (const char* bad :
       {"", "regret_p95", "> 1", "regret_p95 > ", "regret_p95 > x", "regret_p95 => 1", "a b > 1", ".regret_p95 > 1",
        "mikpoly. > 1", "failed > 1 or", "failed > 1 and failed < 2", "failed > inf", "failed > nan"}) {
    INFO(bad);
    CHECK(fault_of(bad) != "");
  }
  CHECK(fault_of("regret_p95 => 1") ==
        "gate condition \"regret_p95 => 1\" is not [SELECTOR.]VARIABLE OP NUMBER with OP one of >, >=, <, <=, ==, !=");
}

TEST_CASE("Every comparison holds exactly where it says", "[gate]") {
  for (const auto& [comparison, below, equal, above] :
       {std::tuple(">", false, false, true), std::tuple(">=", false, true, true), std::tuple("<", true, false, false),
        std::tuple("<=", true, true, false), std::tuple("==", false, true, false),
        std::tuple("!=", true, false, true)}) {
    const std::string gate = std::string("top1 ") + comparison + " 2";
    INFO(gate);
    CHECK(tripped_with(gate, 1.0).empty() != below);
    CHECK(tripped_with(gate, 2.0).empty() != equal);
    CHECK(tripped_with(gate, 3.0).empty() != above);
  }
}

TEST_CASE("A tripped gate says what it found", "[gate]") {
  CHECK(tripped_with("mikpoly.regret_p95 > 1.1", 1.24) ==
        std::vector<std::string>{"mikpoly.regret_p95 = 1.24 is > 1.1"});
}

TEST_CASE("A gate on a value that is not there is an error, not a pass", "[gate]") {
  CHECK_THROWS_AS(tripped_with("regret_p95 > 1", std::nan("")), ConfigError);
  CHECK_THROWS_AS(tripped(parse_gate("failed > 1"), [](const auto&, const auto&) { return std::nullopt; }),
                  ConfigError);
}

}  // namespace mikpoly::lab
