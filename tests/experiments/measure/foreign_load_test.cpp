#include "experiments/measure/foreign_load.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::lab {

// user 10, nice 20, system 30, (idle 40, waiting 50), interrupts 1 and 2, stolen 7: 70 ticks of 10 ms.
TEST_CASE("Busy is all of the first line of /proc/stat but idle and waiting", "[load]") {
  CHECK(*busy_seconds("cpu  10 20 30 40 50 1 2 7 0 0\ncpu0 ...", 100.0) == Approx(0.7));
  CHECK(!busy_seconds("cpu  10 20", 100.0));
  CHECK(!busy_seconds("intr 1 2 3 4 5 6 7 8 9", 100.0));
  CHECK(!busy_seconds("", 100.0));
}

// In 2 s the machine was busy for 3 s, 2 of them ours; a tick of 0.01 s may be rounding.
TEST_CASE("Foreign load is what the machine did beside us, in processors", "[load]") {
  const ProcessorTime before{.machine_s = 10.0, .own_s = 1.0, .wall_s = 5.0};

  CHECK(foreign_processors(before, {.machine_s = 13.0, .own_s = 3.0, .wall_s = 7.0}) == Approx(0.495));
  CHECK(foreign_processors(before, {.machine_s = 12.0, .own_s = 3.0, .wall_s = 7.0}) == 0.0);
  CHECK(foreign_processors(before, before) == 0.0);
}

}  // namespace mikpoly::lab
