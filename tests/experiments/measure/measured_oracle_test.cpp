#include "experiments/measure/measured_oracle.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::lab;

TEST_CASE("the measured ORACLE tries every plan of pattern I, however short its shortlist is", "[measured_oracle]") {
  Engine engine;
  const GemmProblem problem{.shape = {24, 17, 9}};
  const Shortlist whole = shortlist(
      engine.machine(), engine.library_for(problem), {"I"}, engine.planned_shape(problem),
      {.factor = std::numeric_limits<double>::infinity(), .most = engine.library_for(problem).kernels.size()});
  REQUIRE(whole.plans.size() > 2);
  const OracleFinding with = MeasuredOracle(engine, problem, {"I", "II"}, {.factor = 1.0, .most = 1}).search();
  CHECK(with.measured >= std::ssize(whole.plans));
  const OracleFinding without = MeasuredOracle(engine, problem, {"II"}, {.factor = 1.0, .most = 1}).search();
  CHECK(without.measured < std::ssize(whole.plans));
  CHECK(without.plan.pattern == "II");
}
