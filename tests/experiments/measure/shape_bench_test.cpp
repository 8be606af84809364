#include "experiments/measure/shape_bench.hpp"

#include <utility>
#include <vector>

#include "tests/experiments/measure/fake_backends.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

struct Named {
  std::string name;
  test::Behaviour behaviour;
};

const WorkloadItem kItem{.id = "5x6x7", .group = "small", .shape = {.m = 5, .n = 6, .k = 7}};

std::vector<BenchRow> measured(Mode mode, const std::vector<Named>& contestants, const WorkloadItem& item = kItem) {
  test::FakeClock clock;
  BenchSettings settings{.workload = "w", .problem = {}};
  settings.mode = mode;
  settings.sampling.round_ns = 100'000;
  std::vector<Contestant> all;
  for (const Named& named : contestants) {
    all.push_back({.name = named.name, .backend = std::make_unique<test::FakeBackend>(clock, named.behaviour)});
  }
  return ShapeBench(settings, std::move(all), clock.clock(), nullptr).measure(item);
}

class FixedMeter final : public LimitMeter {
 public:
  [[nodiscard]] double peak_gflops() override { return 100.0; }
  [[nodiscard]] double read_gbs(std::int64_t bytes) override {
    asked = bytes;
    return 10.0;
  }
  std::int64_t asked = 0;
};

}  // namespace

TEST_CASE("Plain calls are compared in mode warm, prepared ones in mode prepared", "[bench]") {
  const std::vector<Named> contestants{{"ours", {.call_ns = 1000, .prepared_ns = 200}},
                                       {"theirs", {.call_ns = 3000, .prepared_ns = 100}}};

  const std::vector<BenchRow> warm = measured(Mode::warm, contestants);
  CHECK(warm[0].times->all.median == Picoseconds{1'000'000});
  CHECK(warm[0].score.best_peer == "theirs");
  CHECK(*warm[0].score.speed == Approx(3.0));
  CHECK(*warm[1].score.speed == Approx(1.0));

  const std::vector<BenchRow> prepared = measured(Mode::prepared, contestants);
  CHECK(prepared[0].times->all.median == Picoseconds{200'000});
  CHECK(*prepared[0].score.speed == Approx(0.5));
}

TEST_CASE("A wrong value has no time and is never the best peer", "[bench]") {
  const std::vector<BenchRow> rows =
      measured(Mode::warm, {{"ours", {}}, {"wrong", {.call_ns = 1, .wrong_from = 0}}, {"right", {.call_ns = 2000}}});

  CHECK(rows[1].outcome.status == "failed");
  CHECK(rows[1].outcome.disposition == "failed");
  CHECK_THAT(rows[1].outcome.reason, Contains("wrong value: D[0, 0] of batch element 0 is "));
  CHECK(!rows[1].times);
  CHECK(rows[0].score.best_peer == "right");
  CHECK(*rows[0].score.speed == Approx(2.0));
}

TEST_CASE("Values that become wrong after the first call take the time away again", "[bench]") {
  const std::vector<BenchRow> rows = measured(Mode::warm, {{"ours", {.wrong_from = 10}}});

  CHECK(rows[0].outcome.disposition == "failed");
  CHECK(!rows[0].times);
}

TEST_CASE("What is not supported is skipped, what throws fails, and the others go on", "[bench]") {
  const std::vector<BenchRow> rows = measured(
      Mode::warm, {{"ours", {}}, {"cannot", {.unsupported = "no f32"}}, {"throws", {.thrown = "out of luck"}}});

  CHECK(rows[0].outcome.status == "done");
  CHECK(rows[0].outcome.disposition == "passed");
  CHECK(rows[1].outcome.status == "skipped");
  CHECK(rows[1].outcome.disposition == "unsupported");
  CHECK(rows[1].outcome.reason == "no f32");
  CHECK(rows[2].outcome.status == "failed");
  CHECK(rows[2].outcome.reason == "out of luck");
  CHECK(rows[0].score.best_peer.empty());
  CHECK(!rows[0].score.speed);
}

TEST_CASE("A shape that the memory does not hold is skipped with what it needs", "[bench]") {
  const WorkloadItem large{.id = "large", .group = "", .shape = {.m = 1 << 22, .n = 1 << 22, .k = 1}};
  for (const Mode mode : {Mode::warm, Mode::first}) {
    const std::vector<BenchRow> rows = measured(mode, {{"ours", {}}, {"cannot", {.unsupported = "no f32"}}}, large);
    CHECK(rows[0].outcome.status == "skipped");
    CHECK(rows[0].outcome.disposition == "unsupported");
    CHECK_THAT(rows[0].outcome.reason, Contains("GiB of operands; allowed: half of the memory"));
    CHECK(rows[1].outcome.reason == "no f32");
  }
}

TEST_CASE("Mode first times the first call of a shape and, apart, later ones", "[bench]") {
  const std::vector<BenchRow> rows = measured(
      Mode::first,
      {{"ours", {.call_ns = 1000, .first_extra_ns = 50}}, {"compiles", {.call_ns = 900, .first_extra_ns = 1'000'000}}});

  CHECK(rows[0].times->all.median == Picoseconds{1'050'000});
  CHECK(rows[0].times->all.samples == 1);
  CHECK(*rows[0].times->later == Picoseconds{1'000'000});
  CHECK(rows[1].times->all.median == Picoseconds{1'000'900'000});
  CHECK(*rows[1].times->later == Picoseconds{900'000});
  CHECK(*rows[0].score.speed > 900.0);
}

TEST_CASE("Mode cold rotates at least the bytes asked for, other modes none", "[bench]") {
  // (5*7 + 7*6 + 5*6) * 4 = 428 bytes: 24 MB are 56075 copies.
  CHECK(measured(Mode::cold, {{"ours", {}}})[0].conditions.rotating_bytes == 56'075 * 428);
  CHECK(measured(Mode::warm, {{"ours", {}}})[0].conditions.rotating_bytes == 0);
}

TEST_CASE("Mode packed skips backends that pack nothing", "[bench]") {
  const std::vector<BenchRow> rows = measured(Mode::packed, {{"ours", {}}});

  CHECK(rows[0].outcome.disposition == "unsupported");
  CHECK(rows[0].outcome.reason == "ours packs no operands");
}

// 2*5*6*7 = 420 FLOP at 100 GFLOP/s are 4.2 ns, 428 bytes at 10 GB/s 42.8 ns: bound by reading.
TEST_CASE("The limit of a shape is the larger of computing and reading each operand once", "[bench]") {
  test::FakeClock clock;
  FixedMeter meter;
  std::vector<Contestant> contestants;
  contestants.push_back({.name = "ours", .backend = std::make_unique<test::FakeBackend>(clock, test::Behaviour{})});
  ShapeBench bench({.workload = "w", .problem = {}}, std::move(contestants), clock.clock(), &meter);

  const ShapeLimits limits = *bench.measure(kItem)[0].conditions.limits;

  CHECK(meter.asked == 428);
  CHECK(limits.least == Picoseconds{42'800});
}

}  // namespace mikpoly::lab
