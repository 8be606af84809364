#include "core/kernel/time_surface.hpp"

#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/trimmed_library.hpp"

using namespace mikpoly;

namespace {

const test::TrimmedKernel kFormula{{56, 64, 32}, 14, 32, 1000, 3, 4};

TimeSurface surface_of(const test::TrimmedKernel& kernel) {
  return test::trimmed_library({kernel}).kernels[0].surface;
}

}  // namespace

TEST_CASE("the knots of an axis are the extents that differ", "[surface]") {
  const auto knots_of = [](const PanelAxis& axis) {
    return std::vector<std::int64_t>(axis.knots().begin(), axis.knots().end());
  };
  CHECK(knots_of(PanelAxis::sampled(1, 14, 56, false)) == std::vector<std::int64_t>{1, 7, 14, 15, 28, 56});
  CHECK(knots_of(PanelAxis::sampled(16, 32, 64, false)) == std::vector<std::int64_t>{16, 32, 48, 64});
  CHECK(knots_of(PanelAxis::sampled(1, 14, 14, false)) == std::vector<std::int64_t>{1, 7, 14});
  CHECK(knots_of(PanelAxis::sampled(1, 14, 56, true)) == std::vector<std::int64_t>{1, 14, 28, 56});
}

// The formula is linear in rows but for ragged panels, which cost 4 rows more from 1 row to 13.
TEST_CASE("a surface knows every remainder of a panel", "[surface]") {
  const TimeSurface surface = surface_of(kFormula);

  for (const TaskExtent& task :
       std::vector<TaskExtent>{{1, 16, 1}, {7, 16, 32}, {14, 64, 32}, {15, 48, 32}, {28, 64, 64}, {56, 64, 1}}) {
    INFO(task.rows << "x" << task.columns << "x" << task.depth);
    CHECK(surface.time(task) == test::time_by_formula(kFormula, task));
  }
  // Columns round up to whole vectors.
  CHECK(surface.time({14, 49, 32}) == surface.time({14, 64, 32}));
  // Half way from 28 to 56 rows: 42 are three panels, one and a half pairs, and three quarters of 56.
  CHECK(surface.time({42, 16, 32}).count ==
        (3 * surface.time({28, 16, 32}).count / 2 + 3 * surface.time({56, 16, 32}).count / 4) / 2);
  // 36 rows are three panels of 12: one and a half times 24 rows; two sevenths of the way to 56.
  const double near = 1.5 * static_cast<double>(surface.time({24, 16, 32}).count);
  const double far = 36.0 / 56.0 * static_cast<double>(surface.time({56, 16, 32}).count);
  CHECK(static_cast<double>(surface.time({36, 16, 32}).count) == Approx(5.0 / 7.0 * near + 2.0 / 7.0 * far).margin(2));
  // Beyond the last knot in proportion.
  CHECK(surface.time({14, 64, 640}).count == 10 * surface.time({14, 64, 64}).count);
}

TEST_CASE("no task is quicker than the least rate", "[surface]") {
  const TimeSurface surface = surface_of(kFormula);
  SplitMix64 random(5);
  const auto draw = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(random.next() % most); };
  double least = 1e300;
  for (int i = 0; i < 20000; ++i) {
    const TaskExtent task{draw(200), draw(300), draw(400)};
    const double macs = static_cast<double>(task.rows * task.columns * task.depth);
    least = std::min(least, static_cast<double>(surface.time(task).count) / macs);
  }
  CHECK(least >= surface.least_rate());
  CHECK(least < 1.05 * surface.least_rate());
}

TEST_CASE("noise that makes less work slower is lifted away", "[surface]") {
  const SurfaceAxes axes{PanelAxis(1, 2, {1, 2}), PanelAxis(1, 2, {1, 2}), PanelAxis(1, 2, {1, 2})};
  const TimeSurface surface = TimeSurface::sample(axes, [](const TaskExtent& task) {
    return Picoseconds{task == TaskExtent{1, 1, 2} ? 100 : task.rows * task.columns * task.depth};
  });

  CHECK(surface.times() == std::vector<std::int64_t>{1, 2, 2, 4, 100, 100, 100, 100});
}
