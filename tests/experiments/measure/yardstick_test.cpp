#include "experiments/measure/yardstick.hpp"

#include <vector>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

BenchRow row(const std::string& backend, std::int64_t pick, std::int64_t score, bool is_subject = false) {
  BenchRow row;
  row.backend = backend;
  row.is_subject = is_subject;
  row.times = BenchTimes{.all = {}, .pick = {pick}, .score = {score}, .later = std::nullopt};
  return row;
}

}  // namespace

// "lucky" is fastest in the first rounds by chance; its last rounds are what counts.
TEST_CASE("The best peer is picked on the first rounds and scored on the last", "[yardstick]") {
  std::vector<BenchRow> rows{row("ours", 100, 110, true), row("lucky", 80, 132), row("steady", 90, 90)};

  score_against_best_peer(rows);

  CHECK(rows[0].score.best_peer == "lucky");
  CHECK(*rows[0].score.speed == Approx(132.0 / 110.0));
  CHECK(*rows[2].score.speed == Approx(132.0 / 90.0));
}

TEST_CASE("The subject, MKL and rows without a time are never the best peer", "[yardstick]") {
  std::vector<BenchRow> rows{row("ours", 1, 1, true), row("mkl", 2, 2), row("failed", 3, 3), row("blis", 4, 4)};
  rows[2].times.reset();

  score_against_best_peer(rows);

  CHECK(rows[0].score.best_peer == "blis");
  CHECK(*rows[0].score.speed == Approx(4.0));
  CHECK(*rows[1].score.speed == Approx(2.0));
  CHECK(!rows[2].score.speed);
}

TEST_CASE("Without peers there is no score", "[yardstick]") {
  std::vector<BenchRow> rows{row("ours", 1, 1, true)};

  score_against_best_peer(rows);

  CHECK(rows[0].score.best_peer.empty());
  CHECK(!rows[0].score.speed);
}

}  // namespace mikpoly::lab
