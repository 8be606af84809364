#include "core/config/commented_yaml.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly {

TEST_CASE("keys that stand as comments are taken in, prose is left", "[config]") {
  CHECK(with_optional_keys("# Prose of a line.\na: 1\n#b: 2  # help\n#  c: 3\n#\n# x\n") ==
        "# Prose of a line.\na: 1\nb: 2  # help\n  c: 3\n#\n# x\n");
}

TEST_CASE("a last line without its end is a line too", "[config]") {
  CHECK(with_optional_keys("#a: 1") == "a: 1\n");
}

}  // namespace mikpoly
