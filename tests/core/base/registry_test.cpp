#include "core/base/registry.hpp"

#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("an unknown name is refused with the nearest and all known names", "[base]") {
  const Registry<int> table{"cost model", {{"mikpoly", 1}, {"wave", 2}, {"pipe", 3}}};

  CHECK(table.find("wave") == 2);
  CHECK_THROWS_WITH(table.find("wavy"),
                    "unknown cost model \"wavy\"; did you mean \"wave\"? known: mikpoly, wave, pipe");
  CHECK(table.names() == std::vector<std::string>{"mikpoly", "wave", "pipe"});
}
