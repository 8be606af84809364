#include "sim/tiling.hpp"

#include "core/config/hardware_loader.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::sim;

namespace {

const Accelerator& npu() {
  static const Accelerator machine = load_hardware("ascend910b2").accelerator;
  return machine;
}

constexpr GemmTypes kF16{};

Tiling tiling_of(std::int64_t cores_m, std::int64_t cores_n, const TileShape& tile) {
  return {.cores_m = cores_m, .cores_n = cores_n, .tile = tile, .a = {.steps = 2}, .b = {.steps = 2}};
}

Picoseconds time_of(const GemmShape& shape, const Tiling& tiling) {
  REQUIRE(tiling_fault(npu(), kF16, shape, tiling).empty());
  return tiling_time(npu(), kF16, shape, tiling);
}

}  // namespace

TEST_CASE("a tiling that the machine cannot run says why", "[sim]") {
  const GemmShape shape{4096, 4096, 4096};
  const auto fault = [&](const Tiling& tiling) { return tiling_fault(npu(), kF16, shape, tiling); };
  CHECK(fault(tiling_of(4, 6, {128, 256, 64})).empty());
  CHECK(fault(tiling_of(5, 5, {128, 256, 64})) == "25 cores of 24");
  CHECK(fault(tiling_of(4, 6, {128, 512, 64})) == "L0B is too small for the tile");
  CHECK(fault(tiling_of(4, 6, {100, 256, 64})) == "the tile 100x256x64 is not of whole fractals of 16");
  Tiling whole = tiling_of(4, 6, {128, 256, 64});
  whole.a.whole = true;
  CHECK_THAT(fault(whole), Contains("bytes in L1 of 524288"));
  CHECK(tiling_fault(npu(), kF16, {1'000'000'000, 1'000'000'000, 1'000'000'000}, whole) == "takes longer than 13 days");
}

// 32 row tiles and one accumulator: B passes 32 times, 100 MB over all cores, at least 20 us at 5 TB/s.
TEST_CASE("an operand whose panel does not stay in L1 passes again for every tile", "[sim]") {
  const GemmShape shape{512, 6144, 256};
  Tiling tiling = tiling_of(1, 24, {16, 256, 32});
  tiling.a = {.steps = 1, .whole = true, .copies = 1};
  tiling.b = {.steps = 1, .copies = 1};
  CHECK(time_of(shape, tiling) > Picoseconds{20'000'000});
  tiling.b.steps = 8;  // all of k
  CHECK(time_of(shape, tiling) < Picoseconds{20'000'000});
}

TEST_CASE("more cores, and copies of what loads fill, are no slower", "[sim]") {
  const GemmShape shape{4096, 4096, 4096};
  const Tiling tiling = tiling_of(4, 6, {128, 256, 64});
  Tiling single = tiling;
  single.a.copies = single.b.copies = 1;
  CHECK(time_of(shape, tiling) < time_of(shape, tiling_of(2, 6, {128, 256, 64})));
  CHECK(time_of(shape, tiling) <= time_of(shape, single));
}

TEST_CASE("the search finds nothing slower than tilings by hand", "[sim]") {
  struct Case {
    GemmShape shape;
    Tiling tiling;
  };
  Tiling batched = tiling_of(1, 1, {128, 256, 64});
  batched.cores_batch = 13;
  Tiling split = tiling_of(3, 8, {128, 128, 64});
  split.accumulators = 2;
  for (const Case& each :
       {Case{{4096, 4096, 4096}, tiling_of(4, 6, {128, 256, 64})},
        Case{{128, 4096, 4096}, tiling_of(1, 24, {128, 128, 128})}, Case{{17, 33, 100}, tiling_of(1, 3, {32, 16, 32})},
        Case{{1024, 1024, 1024, 13}, batched}, Case{{1024, 1024, 1024, 13}, split}}) {
    CAPTURE(to_text(each.shape), to_text(each.tiling));
    const BestTiling best = best_tiling(npu(), kF16, each.shape);
    CHECK(best.time <= time_of(each.shape, each.tiling));
    CHECK(best.time == time_of(each.shape, best.tiling));
  }
}
