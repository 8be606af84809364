#include "experiments/table/table_summary.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/integer_math.hpp"
#include "core/config/hardware_loader.hpp"
#include "experiments/accuracy/split.hpp"
#include "tests/experiments/table/reader_text.hpp"
#include "tests/experiments/table/two_kernels.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

const SelectorScore& score_of(const HeldOut& held_out, const std::string& selector) {
  return *std::ranges::find_if(held_out.selectors, [&](const auto& score) { return score.selector == selector; });
}

// Six kernels of one tile, a to f, that in half 0 are the faster the earlier they come. In half 1 d, the fourth, is the
// fastest where m is 64, and b, the second, elsewhere.
std::string six_kernels() {
  std::vector<GemmShape> shapes;
  for (const std::int64_t n : {16, 32, 48, 64, 96, 128, 160, 192}) {
    for (const std::int64_t m : {16, 64, 200}) shapes.push_back({m, n, 64});
  }
  const std::vector<int> halves = halves_of_shapes(shapes);
  std::string text = "m,n,k,kernel,tile_m,tile_n,tile_k,time_us\n";
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const GemmShape& shape = shapes[i];
    const std::int64_t waves = (ceil_div(shape.m, 16) * ceil_div(shape.n, 16) + 3) / 4;
    const char fastest = halves[i] == 0 ? 'a' : shape.m == 64 ? 'd' : 'b';
    for (const char kernel : {'a', 'b', 'c', 'd', 'e', 'f'}) {
      const double rate = kernel == fastest ? 0.5 : 1.0 + 0.1 * (kernel - 'a');
      text += fmt::format("{},{},{},{},16,16,16,{}\n", shape.m, shape.n, shape.k, kernel,
                          1.0 + rate * static_cast<double>(waves));
    }
  }
  return text;
}

}  // namespace

TEST_CASE("A table that is Eq. 2 is fitted and ordered without error, each half by the other", "[table]") {
  const TimingTable table = table_of(test::two_kernels());
  const TableHalves halves(table, load_hardware("toy", {}), {}, {});
  REQUIRE(halves.is_halved());

  for (const int learned : {0, 1}) {
    const HeldOut held_out = score_held_out(halves, learned);
    const auto shapes = static_cast<std::int64_t>(halves.shapes(1 - learned).size());
    CHECK(held_out.fixed.microseconds() == Approx(1.0).epsilon(1e-3));
    CHECK(held_out.kernels.size() == 2);
    CHECK(held_out.accuracy.p90 < 1e-3);
    const SelectorScore& mikpoly = score_of(held_out, "mikpoly");
    CHECK(mikpoly.choice.shapes + mikpoly.choice.holes == shapes);
    CHECK(mikpoly.choice.worst == 1.0);
    CHECK(mikpoly.order.hits[0] == 1.0);
    CHECK(held_out.worst.empty());
    CHECK(score_of(held_out, "pipe").choice.of_oracle < 1.0);
    CHECK(std::isnan(score_of(held_out, "default-tile").order.tau_all));
  }
}

TEST_CASE("Hits tell on which share of the shapes the best program is among a model's first", "[table]") {
  const TimingTable table = table_of(six_kernels());
  const TableHalves halves(table, load_hardware("toy", {}), {}, {});
  REQUIRE(halves.is_halved());

  const OrderScore order = score_of(score_held_out(halves, 0), "mikpoly").order;

  CHECK(order.hits[0] == 0.0);
  CHECK(order.hits[1] == Approx(2.0 / 3.0));  // b: two of three values of m
  CHECK(order.hits[2] == 1.0);
}

// default-tile takes the larger tile, which has no time on 64x16x16; the models choose the smaller there.
TEST_CASE("Selectors are also scored on the shapes that all of them have a time on", "[table]") {
  const TimingTable table = table_of(test::two_kernels());
  const TableHalves halves(table, load_hardware("toy", {}), {}, {});
  const int learned = halves.speaks_of(table.find({64, 16, 16}));

  const HeldOut held_out = score_held_out(halves, learned);

  const ChoiceScore& mikpoly = score_of(held_out, "mikpoly").choice;
  const ChoiceScore& fixed = score_of(held_out, "default-tile").choice;
  CHECK(held_out.scored == std::ssize(halves.shapes(1 - learned)));
  CHECK(mikpoly.holes == 0);
  CHECK(fixed.holes == 1);
  CHECK(held_out.common == held_out.scored - 1);
  CHECK(fixed.of_oracle_common == fixed.of_oracle);
  CHECK(mikpoly.of_oracle_common == 1.0);
}

TEST_CASE("A table of one (n, k) has no halves: its models and criteria are told once, on all shapes", "[table]") {
  const TimingTable table =
      table_of("m,n,k,kernel,time_us\n16,16,16,s_16x16x16,1\n32,16,16,s_16x16x16,1\n64,16,16,l_32x32x16,1\n");
  const TableHalves halves(table, load_hardware("toy", {}), {}, {});

  CHECK_FALSE(halves.is_halved());
  CHECK(score_held_out(halves, 1).scored == 3);
  const std::vector<KeptCurve> curves = kept_curves(table, halves_of_shapes(table.shapes()));
  CHECK(curves.size() == 3);
  CHECK(curves.front().regrets.back().shapes == 3);
}

TEST_CASE("What learned from a half does not know the other", "[table]") {
  const TimingTable table = table_of(test::two_kernels());
  const TableHalves halves(table, load_hardware("toy", {}), {}, {});

  for (std::int64_t shape = 0; shape < std::ssize(table.shapes()); ++shape) {
    CHECK(halves.speaks_of(shape) == 1 - halves.half_of(shape));
  }
  CHECK(halves.shapes(0).size() + halves.shapes(1).size() == table.shapes().size());
}

TEST_CASE("Every criterion is scored on both halves, and all kernels together cost nothing", "[table]") {
  const TimingTable table = table_of(test::two_kernels());

  const std::vector<KeptCurve> curves = kept_curves(table, halves_of_shapes(table.shapes()));

  CHECK(curves.size() == 6);
  for (const KeptCurve& curve : curves) {
    REQUIRE(curve.regrets.size() == 2);
    CHECK(curve.regrets.front().kept == 1);
    CHECK(curve.regrets.front().mean >= 1.0);
    CHECK(curve.regrets.back().mean == 1.0);
  }
}

}  // namespace mikpoly::lab
