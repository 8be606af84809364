#include "core/tuning/purpose_ranking.hpp"

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

using namespace mikpoly;

namespace {

const Accelerator kMachine = test::machine_with(4);

// A tall tile, a flat one, which is slower, and one between: each wastes least on shapes like itself.
KernelLibrary candidates(std::string ranking, std::int64_t n_mik) {
  KernelLibrary library = test::library_of({{{64, 16, 16}, 100'000}, {{16, 64, 16}, 101'000}, {{32, 32, 16}, 110'000}});
  library.key.parameters = {.n_syn = 5, .n_mik = n_mik, .ranking = std::move(ranking)};
  return library;
}

Purpose purpose_with(std::vector<WeightedShape> shapes, double share = 0.0) {
  return {.key = {.name = "w", .hash = "", .general_share = share}, .shapes = std::move(shapes)};
}

constexpr GemmShape kTall{640, 16, 256};
constexpr GemmShape kFlat{16, 640, 256};
const std::vector<double> kAlike{0.5, 0.5};

}  // namespace

TEST_CASE("all criteria choose by the purpose's shapes and weights", "[tuning]") {
  for (const std::string ranking : {"complementary", "average", "average-relative"}) {
    INFO(ranking);
    PurposeRanking all(kMachine, candidates(ranking, 1), purpose_with({{kTall, 0.5}, {kFlat, 0.5}}));
    CHECK(all.chosen(std::vector<double>{1.0, 0.0}) == KernelSet{0});
    CHECK(all.chosen(std::vector<double>{0.0, 1.0}) == KernelSet{1});
    CHECK(all.chosen(std::vector<double>{0.1, 0.9}) == KernelSet{1});
    CHECK(all.chosen(std::vector<double>{9.0, 1.0}) == KernelSet{0});
  }
}

// Synthetic extents end at 64: four PEs take each such shape in one wave of any of the tiles, and the tall one's is the
// shortest. The flat shape takes three waves of the flat tile, ten of the tall one.
TEST_CASE("the general set is the one that knows of no purpose, whatever was chosen before", "[tuning]") {
  for (const std::string criterion : {"complementary", "average", "average-relative"}) {
    INFO(criterion);
    PurposeRanking ranking(kMachine, candidates(criterion, 1), purpose_with({{kFlat, 1.0}}));
    const double before = ranking.synthetic_regrets(KernelSet{0}).back();

    REQUIRE(ranking.chosen(std::vector<double>{1.0}) == KernelSet{1});

    CHECK(ranking.general() == KernelSet{0});
    CHECK(ranking.synthetic_regrets(KernelSet{0}).back() == before);
  }
}

// One shape, 1x1x1: a task each of 100, 101 and 110 us a step.
TEST_CASE("synthetic regrets are means over the synthetic shapes, whatever the purpose", "[tuning]") {
  KernelLibrary library = candidates("complementary", 3);
  library.key.parameters.n_syn = 0;
  const PurposeRanking ranking(kMachine, library, purpose_with({{kFlat, 1.0}}));

  const std::vector<double> regrets = ranking.synthetic_regrets(KernelSet{2, 1, 0});

  REQUIRE(regrets.size() == 3);
  CHECK(regrets[0] == Approx(1.10));
  CHECK(regrets[1] == Approx(1.01));
  CHECK(regrets[2] == Approx(1.0));
}

// With almost all of the weight on the synthetic shapes the choice is the general one.
TEST_CASE("synthetic shapes keep the share of the weight that they are given", "[tuning]") {
  for (const std::string ranking : {"complementary", "average", "average-relative"}) {
    INFO(ranking);
    const KernelLibrary library = candidates(ranking, 3);
    PurposeRanking shared(kMachine, library, purpose_with({{kFlat, 1.0}}, 1.0 - 1e-9));
    CHECK(shared.chosen(std::vector<double>{1.0}) == shared.general());
    PurposeRanking alone(kMachine, library, purpose_with({{kFlat, 1.0}}));
    CHECK(alone.chosen(std::vector<double>{1.0}).front() == 1);
  }
}

TEST_CASE("regrets fall from kernel to kernel to 1, over the shapes that have weight", "[tuning]") {
  const PurposeRanking ranking(kMachine, candidates("complementary", 2), purpose_with({{kTall, 0.5}, {kFlat, 0.5}}));

  const std::vector<double> both = ranking.regrets(KernelSet{0, 1}, kAlike);
  const std::vector<double> tall = ranking.regrets(KernelSet{0, 1}, std::vector<double>{0.7, 0.0});

  REQUIRE(both.size() == 2);
  CHECK(both[0] > 1.2);
  CHECK(both[1] == 1.0);
  CHECK(tall == std::vector<double>{1.0, 1.0});
  CHECK(ranking.regrets(KernelSet{1}, kAlike)[0] > 1.2);
}

// (2^31)^3 multiply-accumulates are 2^54 tasks of 2^27 steps, 0.1 us each.
TEST_CASE("a shape that takes longer than times can tell is refused", "[tuning]") {
  const std::int64_t large = std::int64_t{1} << 31;
  const Purpose purpose = purpose_with({{{large, large, large}, 1.0}});
  CHECK_THROWS_AS(PurposeRanking(kMachine, candidates("complementary", 2), purpose), ShapeError);
  CHECK_THROWS_WITH(PurposeRanking(kMachine, candidates("complementary", 2), purpose),
                    Contains("2147483648x2147483648x2147483648") && Contains("small"));
}
