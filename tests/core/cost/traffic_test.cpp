#include "core/cost/traffic.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

// 4 PEs, 1 MiB of L2, bands of one tile row; f16 throughout.
const Accelerator kFour = test::machine_with(4);
const KernelLibrary kLibrary = test::library_of({{{32, 32, 32}, 1000, 0}});

Plan plan_of(const GemmShape& shape, std::initializer_list<Region> regions) {
  Plan plan;
  plan.shape = shape;
  for (const Region& region : regions) plan.add(region, 0);
  return plan;
}

}  // namespace

// A 96x64 and B 64x128 fit: 12288 + 16384 bytes once from main memory; near: A for 4 tile columns, B for 3 tile rows.
TEST_CASE("operands that fit are read once from main memory and by every task from the near level", "[cost]") {
  const Plan plan = plan_of({96, 128, 64}, {{{0, 96}, {0, 128}, {0, 64}}});

  const RegionTraffic traffic = traffic_of(plan, kLibrary, kFour)[0];

  CHECK(traffic.near_reads == 4 * 12288.0 + 3 * 16384.0);
  CHECK(traffic.main_reads == 12288.0 + 16384.0);
  CHECK(traffic.writes == 2.0 * 96 * 128);
  CHECK(traffic.main_writes == 0.0);
  // The first band has 4 of 12 tasks, reads all of B and a third of A.
  CHECK(traffic.cold_share == Approx(1.0 / 3));
  CHECK(traffic.cold_main_reads == Approx(16384.0 + 12288.0 / 3));
}

// B of 1024x1024 f16 is 2 MiB, twice the L2, and is swept by each of the 3 bands; half a band's A (65536 bytes) lies
// beside it: what fits of B is (1 MiB - 64 KiB) / 2 MiB, the rest is read again twice.
TEST_CASE("what does not fit is read again by every sweep", "[cost]") {
  const Plan plan = plan_of({96, 1024, 1024}, {{{0, 96}, {0, 1024}, {0, 1024}}});
  const double b = 2.0 * 1024 * 1024;
  const double a = 2.0 * 96 * 1024;

  const RegionTraffic traffic = traffic_of(plan, kLibrary, kFour)[0];

  const double fit = (1048576.0 - a / 3) / b;
  CHECK(traffic.main_reads == Approx(a + b * (1.0 + 2.0 * (1.0 - fit))));
}

// Pattern V: the upper band is cut at column 48, the lower band reads all of B again: all of it was touched.
TEST_CASE("what earlier regions read together counts as read", "[cost]") {
  const Plan plan = plan_of({96, 128, 64}, {{{0, 64}, {0, 48}, {0, 64}},
                                            {{0, 32}, {48, 128}, {0, 64}},
                                            {{32, 64}, {48, 128}, {0, 64}},
                                            {{64, 96}, {0, 128}, {0, 64}}});

  const PlanTraffic traffic = traffic_of(plan, kLibrary, kFour);

  CHECK(traffic[0].main_reads == 2.0 * 64 * (64 + 48));
  CHECK(traffic[1].main_reads == 2.0 * 64 * 80);  // its rows of A are known
  CHECK(traffic[2].main_reads == 0.0);
  CHECK(traffic[3].main_reads == 2.0 * 64 * 32);  // its rows of A alone
}

TEST_CASE("warm operands and an infinite cache leave nothing to read again", "[cost]") {
  const Plan small = plan_of({96, 128, 64}, {{{0, 96}, {0, 128}, {0, 64}}});
  CHECK(traffic_of(small, kLibrary, kFour, {.warm = true})[0].main_reads == 0.0);
  const Plan large = plan_of({96, 1024, 1024}, {{{0, 96}, {0, 1024}, {0, 1024}}});
  CHECK(traffic_of(large, kLibrary, kFour, {.infinite_cache = true})[0].main_reads == 2.0 * 1024 * (96 + 1024));
}
