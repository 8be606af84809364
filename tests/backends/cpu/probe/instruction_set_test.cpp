#include "backends/cpu/probe/instruction_set.hpp"

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

TEST_CASE("instruction sets have names, lanes and registers", "[probe]") {
  for (const InstructionSet set : {InstructionSet::portable, InstructionSet::avx2, InstructionSet::avx512}) {
    CHECK(parse_instruction_set(name_of(set)) == set);
  }
  CHECK(name_of(InstructionSet::avx512) == "avx512");
  CHECK(lanes_of(InstructionSet::avx512) == 16);
  CHECK(registers_of(InstructionSet::avx512) == 32);
  CHECK(lanes_of(InstructionSet::avx2) == 8);
  CHECK(registers_of(InstructionSet::avx2) == 16);
  CHECK(message_of([] { parse_instruction_set("avx-512"); }) ==
        "unknown instruction set \"avx-512\"; did you mean \"avx512\"? known: portable, avx2, avx512");
}

TEST_CASE("the widest set is here, and what is wider is not", "[probe]") {
  const InstructionSet widest = widest_instruction_set();

  CHECK(is_here(InstructionSet::portable));
  CHECK(is_here(widest));
  for (int wider = static_cast<int>(widest) + 1; wider <= static_cast<int>(InstructionSet::avx512); ++wider) {
    CHECK_FALSE(is_here(static_cast<InstructionSet>(wider)));
  }
}

TEST_CASE("the processor's name is one trimmed line", "[probe]") {
  const std::string name = processor_name();

  REQUIRE_FALSE(name.empty());
  CHECK(name.front() != ' ');
  CHECK(name.back() != ' ');
  CHECK(name.find_first_of(std::string("\0\n", 2)) == std::string::npos);
}

}  // namespace
}  // namespace mikpoly
