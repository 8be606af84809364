#include "core/tuning/tuner.hpp"

#include <map>
#include <set>
#include <tuple>

#include "core/base/error.hpp"
#include "core/tuning/generator.hpp"
#include "core/tuning/ranking.hpp"
#include "sim/simulator.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

const Accelerator kMachine = test::machine_with(4);

TuningResult tune_with(TuningParameters parameters) {
  LibraryKey key;
  key.parameters = parameters;
  const KernelLibrary none;
  return tune(kMachine, key, sim::Simulator(kMachine, none));
}

}  // namespace

// Granule 16, largest 64: 4^3 = 64 tiles. L0A holds two steps of A: m*k <= 2048; L0B likewise; L0C m*n <= 8192: always.
TEST_CASE("candidates are all tiles of the granule that fit, and the others are counted by buffer", "[tuning]") {
  const Candidates candidates = generate_candidates(kMachine, {}, 32);

  std::int64_t fitting = 0;
  for (std::int64_t m = 16; m <= 64; m += 16) {
    for (std::int64_t n = 16; n <= 64; n += 16) {
      for (std::int64_t k = 16; k <= 64; k += 16) fitting += m * k <= 2048 && n * k <= 2048 ? 1 : 0;
    }
  }
  CHECK(candidates.generated == 64);
  CHECK(static_cast<std::int64_t>(candidates.kernels.size()) == fitting);
  std::int64_t refused = 0;
  for (const auto& [reason, count] : candidates.refused) refused += count;
  CHECK(refused == 64 - fitting);
  CHECK(candidates.refused.count("L0A") == 1);
}

TEST_CASE("a machine on which no tile fits says which buffer is too small", "[tuning]") {
  Accelerator tiny = kMachine;
  tiny.datapath.buffers[3].capacity = {100};
  CHECK_THROWS_WITH(generate_candidates(tiny, {}, 32), Contains("no tile of f16 fits small") && Contains("\"L0C\""));
}

TEST_CASE("tuning keeps n_mik distinct kernels with curves, the same ones every time", "[tuning]") {
  const TuningResult first = tune_with({.n_syn = 7, .n_mik = 10});
  const TuningResult again = tune_with({.n_syn = 7, .n_mik = 10});

  REQUIRE(first.library.kernels.size() == 10);
  std::set<std::string> ids;
  for (std::size_t i = 0; i < 10; ++i) {
    ids.insert(first.library.kernels[i].id);
    CHECK(first.library.kernels[i].id == again.library.kernels[i].id);
    CHECK(first.library.kernels[i].time.knots().size() >= 2);
    CHECK(first.library.kernels[i].time.conditions().source_level == "L2");
  }
  CHECK(ids.size() == 10);
  CHECK(first.report.max_fit_error <= 0.005);
}

TEST_CASE("a complementary set has less regret than averages, and more kernels never have more", "[tuning]") {
  const double complementary = tune_with({.n_syn = 9, .n_mik = 4}).report.mean_regret;
  CHECK(complementary <= tune_with({.n_syn = 9, .n_mik = 4, .ranking = "average"}).report.mean_regret);
  CHECK(complementary <= tune_with({.n_syn = 9, .n_mik = 4, .ranking = "average-relative"}).report.mean_regret);
  CHECK(tune_with({.n_syn = 9, .n_mik = 12}).report.mean_regret <= complementary);
  CHECK(complementary >= 1.0);
}

// Two shapes, three kernels: a is best on the first, b on the second, c is second best on both.
TEST_CASE("the three criteria pick what they say", "[tuning]") {
  ShapeTimes synthetic;
  synthetic.weights = {1.0F, 1.0F};
  synthetic.average_weights = {1.0F, 1.0F};
  synthetic.flops = {1.0, 1.0};
  synthetic.times = {{1.0F, 10.0F}, {10.0F, 1.0F}, {2.0F, 2.0F}};
  synthetic.best = {1.0F, 1.0F};

  CHECK(rankings().find("average-relative")(synthetic, 2) == std::vector<std::size_t>{0, 1});  // means .55 .55 .5
  CHECK(rankings().find("complementary")(synthetic, 1) == std::vector<std::size_t>{2});
  CHECK(mean_regret(synthetic, std::vector<std::size_t>{2}) == Approx(2.0));
  CHECK(mean_regret(synthetic, std::vector<std::size_t>{0, 1}) == Approx(1.0));
}

namespace {

// Times by a formula, and how often each was asked for.
class FormulaTimer final : public KernelTimer {
 public:
  TimeCurve::Sample time(const MicroKernel&, std::int64_t) const override { return {}; }
  Picoseconds task_time(const MicroKernel& kernel, const TaskExtent& task) const override {
    ++asked[{kernel.variant, kernel.tile.k, task}];
    const bool tall = kernel.variant == "tall";
    const std::int64_t rows = round_up(task.rows, tall ? 14 : 2);
    return {1000 + rows * round_up(task.columns, 16) * task.depth * (tall ? 1 : 3)};
  }
  TimeCurve::Conditions conditions() const override { return {.source_level = "L3"}; }

  mutable std::map<std::tuple<std::string, std::int64_t, TaskExtent>, int> asked;
};

const std::vector<RegisterTile> kRegisters{{"tall", 14, 32, 16}, {"flat", 2, 64, 16}};

}  // namespace

TEST_CASE("a device's candidates are its register tiles with every tile", "[tuning]") {
  const auto candidates = trimmed_candidates({}, kRegisters, {{1, 8}, {64, 100, 128}, {256}}, false);

  REQUIRE(candidates.size() == 8);  // 100 columns are 128 in panels of 32 and of 64
  CHECK(candidates.front().kernel.id == "f16_14x64x256_tall");
  CHECK(candidates.back().kernel.id == "f16_16x128x256_flat");
  CHECK(candidates.front().axes.rows.panel() == 14);
  CHECK(candidates.front().axes.columns.granule() == 16);
}

TEST_CASE("tuning a device takes every sample once and keeps what suits tall and flat shapes", "[tuning]") {
  LibraryKey key;
  key.parameters = {.n_syn = 6, .n_mik = 4};
  const FormulaTimer timer;
  std::vector<std::int64_t> seen;
  const auto candidates = trimmed_candidates({}, kRegisters, {{1, 8}, {64, 128}, {64, 256}}, false);

  const TuningResult result =
      keep_best(kMachine, timed_candidates(kMachine, key, candidates, timer,
                                           [&](std::int64_t done, std::int64_t) { seen.push_back(done); }));

  REQUIRE(result.library.kernels.size() == 4);
  std::set<std::string> variants;
  for (const MicroKernel& kernel : result.library.kernels) {
    variants.insert(kernel.variant);
    CHECK(kernel.surface.time({1, 16, 64}) == timer.task_time(kernel, {1, 16, 64}));
    CHECK(kernel.time.conditions().source_level == "L3");
  }
  CHECK(variants == std::set<std::string>{"flat", "tall"});
  CHECK(seen.size() == candidates.size() + 1);
  for (const auto& [sample, times] : timer.asked) {
    if (std::get<2>(sample) != TaskExtent{1, 16, 64}) CHECK(times == 1);
  }
  CHECK_THROWS_WITH(timed_candidates(kMachine, key, {}, timer, [](std::int64_t, std::int64_t) {}),
                    Contains("no kernel of small"));
}

TEST_CASE("parameters out of range are refused", "[tuning]") {
  CHECK_THROWS_WITH(tune_with({.n_gen = 0}), "tuning parameter n_gen = \"0\" is not in 1..1024");
  CHECK_THROWS_WITH(tune_with({.n_mik = 5000}), "tuning parameter n_mik = \"5000\" is not in 1..1024");
  CHECK_THROWS_WITH(tune_with({.ranking = "best"}), Contains("unknown ranking \"best\""));
}
