#include "experiments/table/table_summary.hpp"

#include <cmath>

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
    CHECK(mikpoly.order.hits[1] == 1.0);  // two kernels: always among the first three
    CHECK(held_out.worst.empty());
    CHECK(score_of(held_out, "pipe").choice.of_oracle < 1.0);
    CHECK(std::isnan(score_of(held_out, "default-tile").order.tau_all));
  }
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
