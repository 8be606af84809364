#include "core/workload/shape_rule.hpp"

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

Extent fixed(std::int64_t value) {
  return {.terms = {{{value, {}}, -1}}, .formulas = {}};
}

Extent formula(std::string_view text, const std::vector<std::string>& names) {
  return {.terms = {{{0, {}}, 0}}, .formulas = {parse_formula(text, names).formula}};
}

const std::vector<std::string> kNames{"b", "s", "tokens"};

// b = 1 (weight 3) or 2, s = 4 or 8 (counted 5 times); tokens = b * s is 4, 8, 8, 16.
Combinations four() {
  const std::vector<NamedDim> dims{{.name = "b", .values = {{1, {1, 3.0}}, {2, {}}}, .formula = {}},
                                   {.name = "s", .values = {{4, {}}, {8, {5, 1.0}}}, .formula = {}},
                                   {.name = "tokens", .values = {}, .formula = parse_formula("b*s", kNames).formula}};
  std::vector<DimFault> faults;
  Combinations all = combine(dims, order_of(dims).order, faults);
  REQUIRE(faults.empty());
  return all;
}

}  // namespace

TEST_CASE("Combinations have all values and multiply counts and weights", "[workload]") {
  const Combinations all = four();

  REQUIRE(all.size() == 4);
  CHECK(all.values == std::vector<std::int64_t>{1, 4, 4, 1, 8, 8, 2, 4, 8, 2, 8, 16});
  CHECK(all.uses == std::vector<Use>{{1, 3.0}, {5, 3.0}, {1, 1.0}, {5, 1.0}});
}

// Rows 8 come from (1, 8), 5 times at weight 3, and (2, 4), once at weight 1: 6 at (15 + 1) / 6.
TEST_CASE("Equal shapes of a rule are one, which keeps their count and their use", "[workload]") {
  const ShapeRule rule{{formula("tokens", kNames), fixed(3), fixed(7), fixed(1)}};
  WorkloadItems items;

  CHECK(add_combined(rule, four(), {.group = "g", .use = {2, 0.5}}, true, items).empty());

  const std::vector<WorkloadItem> found = items.take();
  REQUIRE(found.size() == 3);
  CHECK(found[0].id == "4x3x7");
  CHECK(found[1].id == "8x3x7");
  CHECK(found[1].count == 2 * 6);
  CHECK(found[1].weight == Approx(0.5 * 16.0 / 6.0));
  CHECK(found[2].count == 2 * 5);
  CHECK(found[2].weight == 0.5);
  CHECK(found[2].group == "g");
}

TEST_CASE("A rule that names few of the dims stands for all combinations", "[workload]") {
  const ShapeRule rule{{formula("b", kNames), fixed(3), fixed(7), fixed(1)}};
  WorkloadItems items;

  CHECK(add_combined(rule, four(), {}, true, items).empty());

  const std::vector<WorkloadItem> found = items.take();
  REQUIRE(found.size() == 2);
  CHECK((found[0].count == 6 && found[1].count == 6));
  CHECK(found[0].weight == 3.0);
}

TEST_CASE("Shapes without an output are left out where this is asked for", "[workload]") {
  const ShapeRule rule{{formula("s - 4", kNames), fixed(3), fixed(7), fixed(1)}};
  WorkloadItems some;
  WorkloadItems all;

  add_combined(rule, four(), {}, false, some);
  add_combined(rule, four(), {}, true, all);

  CHECK(some.size() == 1);
  CHECK(all.size() == 2);
}

TEST_CASE("A rule's formulas say their first fault and add nothing", "[workload]") {
  const ShapeRule rule{{formula("s/8", kNames), fixed(3), formula("tokens - 8", kNames), fixed(1)}};
  WorkloadItems items;

  const std::vector<RuleFault> faults = add_combined(rule, four(), {}, true, items);

  REQUIRE(faults.size() == 2);
  CHECK(faults[0].fault.sentence == "at s = 4, 4 / 8 leaves a remainder; floor_div and ceil_div round");
  CHECK((faults[1].extent == 2 && faults[1].fault.sentence == "at tokens = 4, the result -4 is negative"));
  CHECK(items.size() == 0);
}

TEST_CASE("Counts that pass 2^62 are refused", "[workload]") {
  constexpr std::int64_t kLarge = std::int64_t{1} << 40;

  CHECK(message_of([] {
          times({kLarge, 1.0}, {kLarge, 1.0});
        }) == "the count 1099511627776 * 1099511627776 passes 2^62");
  CHECK(times({kLarge, 1.0}, {1 << 22, 1.0}).count == std::int64_t{1} << 62);
}

TEST_CASE("Cycles are shown as chains, each once, and the rest is still sorted", "[workload]") {
  const std::vector<std::string> names{"a", "b", "c", "d"};
  const auto by = [&](const std::string& name, std::string_view text) {
    return NamedDim{.name = name, .values = {}, .formula = parse_formula(text, names).formula};
  };

  const DimOrder sorted = order_of({by("a", "b + 1"), by("b", "c"), by("c", "2*b"), by("d", "d")});

  REQUIRE(sorted.cycles.size() == 2);
  CHECK(sorted.cycles[0].fault.sentence == "runs in a cycle: b -> c -> b");
  CHECK(sorted.cycles[1].fault.sentence == "runs in a cycle: d -> d");
  CHECK(sorted.order.size() == 4);
}

}  // namespace mikpoly
