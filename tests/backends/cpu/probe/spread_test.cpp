#include "backends/cpu/probe/spread.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly {

// Sorted 1 2 4 8 16: quartiles 2 and 8.
TEST_CASE("a spread is median, quartiles and count, in any order", "[probe]") {
  const Spread spread = spread_of({8, 1, 16, 2, 4});

  CHECK(spread.median == 4.0);
  CHECK(spread.relative_iqr == 1.5);
  CHECK(spread.samples == 5);
  CHECK(spread_of({1, 2}).median == 1.5);
  CHECK(spread_of({3}).relative_iqr == 0.0);
  CHECK(spread_of({}).samples == 0);
}

}  // namespace mikpoly
