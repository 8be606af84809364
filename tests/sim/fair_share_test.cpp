#include "sim/fair_share.hpp"

#include <vector>

#include "tests/support/catch.hpp"

using namespace mikpoly::sim;

TEST_CASE("everyone gets what he asks for while it lasts", "[sim]") {
  std::vector<Flow> flows{{2, 10, {1, 0}}, {1, 30, {1, 1}}};
  share_fairly(flows, {50, 30});
  CHECK(flows[0].rate == 10);
  CHECK(flows[1].rate == 30);
}

// 60 bytes per cycle for demands 10, 40, 40: the small one gets 10, the others share 50.
TEST_CASE("small demands are met and large ones share the rest", "[sim]") {
  std::vector<Flow> flows{{1, 10, {1, 0}}, {1, 40, {1, 0}}, {1, 40, {1, 0}}};
  share_fairly(flows, {60, 1e9});
  CHECK(flows[0].rate == 10);
  CHECK(flows[1].rate == Approx(25));
  CHECK(flows[2].rate == Approx(25));
}

// Main memory (20) holds the first flow at 20; the second does not use it and takes the rest of the near level.
TEST_CASE("a full level holds back only those who use it", "[sim]") {
  std::vector<Flow> flows{{1, 80, {1, 1}}, {1, 80, {1, 0}}};
  share_fairly(flows, {100, 20});
  CHECK(flows[0].rate == Approx(20));
  CHECK(flows[1].rate == Approx(80));
}

TEST_CASE("a group of PEs counts as many times as it has PEs", "[sim]") {
  std::vector<Flow> flows{{3, 50, {1, 0}}, {1, 50, {1, 0}}};
  share_fairly(flows, {100, 1e9});
  CHECK(flows[0].rate == Approx(25));
  CHECK(flows[1].rate == Approx(25));
}

TEST_CASE("no flow exceeds its demand and no level its total", "[sim]") {
  for (int seed = 1; seed < 200; ++seed) {
    std::vector<Flow> flows;
    for (int i = 0; i < 6; ++i) {
      const double x = (seed * 37 + i * 101) % 97;
      flows.push_back({1.0 + i % 3, x, {1.0, (seed * 13 + i * 7) % 11 / 10.0}});
    }
    share_fairly(flows, {150, 40});
    double near = 0;
    double main = 0;
    for (const Flow& flow : flows) {
      REQUIRE(flow.rate <= flow.demand + 1e-9);
      near += flow.pes * flow.rate * flow.shares[0];
      main += flow.pes * flow.rate * flow.shares[1];
    }
    REQUIRE(near <= 150 + 1e-6);
    REQUIRE(main <= 40 + 1e-6);
  }
}
