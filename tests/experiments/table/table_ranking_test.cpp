#include "experiments/table/table_ranking.hpp"

#include <cmath>

#include "tests/experiments/table/reader_text.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

// Kernel a is good everywhere, b best on the first shape and slow on the others, c best on the last two. c has no time
// on the first shape.
const TimingTable& three_kernels() {
  static const TimingTable table = table_of(
      "m,n,k,kernel,time_us\n"
      "8,8,8,a_1x1x1,12\n8,8,8,b_1x1x1,10\n"
      "8,8,9,a_1x1x1,12\n8,8,9,b_1x1x1,40\n8,8,9,c_1x1x1,10\n"
      "8,9,9,a_1x1x1,12\n8,9,9,b_1x1x1,40\n8,9,9,c_1x1x1,10\n");
  return table;
}

const std::vector<std::int64_t> kAllShapes{0, 1, 2};

}  // namespace

TEST_CASE("Complementary ranking takes the best single kernel, then what it lacks", "[table]") {
  const std::vector<std::int64_t> kept = rank_kernels(three_kernels(), kAllShapes, "complementary", 3);

  // a costs 3.6, c 1000 + 2 for its hole; beside a, c saves 2 x 0.2, b 0.2.
  CHECK(kept == std::vector<std::int64_t>{0, 2, 1});
  CHECK(rank_kernels(three_kernels(), kAllShapes, "complementary", 1) == std::vector<std::int64_t>{0});
}

TEST_CASE("Only the shapes asked for decide", "[table]") {
  CHECK(rank_kernels(three_kernels(), std::vector<std::int64_t>{0}, "average-relative", 1) ==
        std::vector<std::int64_t>{1});
  CHECK(rank_kernels(three_kernels(), std::vector<std::int64_t>{1, 2}, "average", 1) == std::vector<std::int64_t>{2});
}

TEST_CASE("The regret of a kept set is over the shapes that it has times on", "[table]") {
  const KeptRegret a = regret_of_kept(three_kernels(), kAllShapes, std::vector<std::int64_t>{0});
  const KeptRegret c = regret_of_kept(three_kernels(), kAllShapes, std::vector<std::int64_t>{2});

  CHECK(a.shapes == 3);
  CHECK(a.uncovered == 0);
  CHECK(a.mean == Approx(1.2));
  CHECK(a.worst == Approx(1.2));
  CHECK(c.shapes == 2);
  CHECK(c.uncovered == 1);
  CHECK(c.mean == Approx(1.0));
  CHECK(std::isnan(regret_of_kept(three_kernels(), {}, {}).mean));
}

TEST_CASE("The shown numbers of kernels end with all of them", "[table]") {
  CHECK(shown_counts(1) == std::vector<std::int64_t>{1});
  CHECK(shown_counts(5) == std::vector<std::int64_t>{1, 2, 3, 4, 5});
  CHECK(shown_counts(40) == std::vector<std::int64_t>{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40});
}

}  // namespace mikpoly::lab
