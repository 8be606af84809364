#include "backends/cpu/wide_parts.hpp"

#include "backends/cpu/split.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::cpu {
namespace {

TEST_CASE("one thread takes a row of tiles as one task") {
  CHECK(wide_parts(3072, 12, 1) == 1);
  CHECK(wide_parts(7, 1, 1) == 1);
}

TEST_CASE("several threads take a task each") {
  CHECK(wide_parts(384, 6, 2) == 2);
  CHECK(wide_parts(768, 3, 2) == 2);
  CHECK(wide_parts(4096, 64, 3) == 3);
}

TEST_CASE("fewer tiles than threads stay as they are") {
  CHECK(wide_parts(100, 2, 3) == 2);
}

TEST_CASE("a task has no more columns than L2 holds, and threads still have as many each") {
  CHECK(wide_parts(100'000, 25, 1) == 4);
  CHECK(wide_parts(300'000, 100, 4) == 12);
}

TEST_CASE("an extent is cut into a number of parts, as evenly as its units allow") {
  const EvenSplit four = EvenSplit::into(4, 100, 16);  // seven units, the last of four
  REQUIRE(four.parts() == 4);
  CHECK(four.part(0) == Range{0, 32});
  CHECK(four.part(2) == Range{64, 96});
  CHECK(four.part(3) == Range{96, 100});
  CHECK(EvenSplit::into(8, 40, 16).parts() == 3);
}

}  // namespace
}  // namespace mikpoly::cpu
