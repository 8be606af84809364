#include "core/base/nearest_name.hpp"

#include "tests/support/catch.hpp"

using mikpoly::did_you_mean;

TEST_CASE("a name two edits away is suggested", "[base]") {
  CHECK(did_you_mean("clok", {"name", "clock"}) == "; did you mean \"clock\"?");
  CHECK(did_you_mean("makspan", {"mikpoly", "makespan", "makespan-bare"}) == "; did you mean \"makespan\"?");
}

TEST_CASE("of names as near the one that begins alike is suggested", "[base]") {
  CHECK(did_you_mean("ascend910", {"ascend310", "ascend910a"}) == "; did you mean \"ascend910a\"?");
  CHECK(did_you_mean("ascend910", {"ascend910a", "ascend310"}) == "; did you mean \"ascend910a\"?");
}

TEST_CASE("a name that resembles nothing gets no suggestion", "[base]") {
  CHECK(did_you_mean("zzzzz", {"clock", "count"}).empty());
  CHECK(did_you_mean(std::string(1'000'000, 'c'), {"clock"}).empty());
}
