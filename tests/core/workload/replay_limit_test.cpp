#include "core/workload/replay.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {

TEST_CASE("Endless prompts are refused", "[replay]") {
  constexpr std::int64_t kLong = std::int64_t{1} << 40;
  const std::vector<Request> requests{{0, kLong, 1}};
  const ReplayRules rules{.step_ns = 10, .token_budget = 1};

  CHECK(message_of([&] { replay_modes().find("continuous").run({.requests = requests}, rules); }) ==
        "the replay goes through more than 10000000 steps and lengths; give it fewer requests, a larger token_budget "
        "or a larger page");
}

}  // namespace mikpoly
