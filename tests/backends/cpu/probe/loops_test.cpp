#include "backends/cpu/probe/loops.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

std::vector<InstructionSet> sets_here() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : {InstructionSet::portable, InstructionSet::avx2, InstructionSet::avx512}) {
    if (is_here(set)) sets.push_back(set);
  }
  return sets;
}

// 1024 bytes, and a block's worth behind them that must stay as it is.
struct alignas(64) Values {
  std::array<std::int32_t, 256> own;
  std::array<std::int32_t, 128> behind;
};

}  // namespace

TEST_CASE("loops count the work they do", "[probe]") {
  Values values{};
  for (const InstructionSet set : sets_here()) {
    INFO(name_of(set));
    CHECK(multiply_add(set, 5) == 2.0 * 5 * 12 * static_cast<double>(lanes_of(set)));
    CHECK(multiply_add(set, 0) == 0.0);
    CHECK(read_values(set, values.own, 3) == 3.0 * 1024);
    CHECK(write_values(set, values.own, 3) == 3.0 * 1024);
    CHECK(read_values(set, std::span(values.own).first(255), 1) == 0.0);
  }
  CHECK(dependent_additions(7) == 7.0 * 64);
}

TEST_CASE("writing fills whole blocks and nothing behind them", "[probe]") {
  for (const InstructionSet set : sets_here()) {
    INFO(name_of(set));
    Values values;
    values.own.fill(1);
    values.behind.fill(2);

    write_values(set, values.own, 1);

    CHECK(std::ranges::count(values.own, 0) == 256);
    CHECK(std::ranges::count(values.behind, 2) == 128);
  }
}

}  // namespace mikpoly
