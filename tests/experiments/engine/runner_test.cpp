#include "experiments/engine/runner.hpp"

#include <atomic>
#include <set>
#include <vector>

#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/run_estimate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

// Small enough for a sanitizer: few candidates, few kernels, shapes from nothing to ragged.
Study small_study(const TemporaryFolder& folder) {
  const std::string shapes =
      folder.write("shapes.csv", "m,n,k\n16,16,16\n100,70,33\n0,8,8\n8,0,8\n5,7,0\n200,48,64\n33,170,20\n64,64,128\n");
  return prepare(load_experiment(
      folder.write("small.yaml", "schema: experiment/v1\nname: small\nhardware: toy\nworkload: " + shapes +
                                     "\nselectors: [mikpoly, wave, makespan, oracle, default-tile, best-tile]\n"
                                     "patterns:\n  - [I]\n  - [I, II]\nregret_all: true\n"
                                     "tuning: {n_gen: 3, n_syn: 4, n_mik: 4, n_pred: 32}\n"),
      {}));
}

RunOptions options_for(const TemporaryFolder& folder, const std::string& out, std::int64_t jobs) {
  return {.out = folder.path() / out, .jobs = jobs};
}

}  // namespace

TEST_CASE("Any number of threads writes the same bytes", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);

  const RunSummary one = run_study(study, &make_simulated_laboratory, options_for(folder, "one", 1), {});
  const RunSummary four = run_study(study, &make_simulated_laboratory, options_for(folder, "four", 4), {});

  CHECK(one.points == 8);
  CHECK(one.counts.rows == 8 * 6 * 2);
  CHECK(one.counts.failed == 0);
  CHECK(one.counts.wrong == 0);
  const std::string csv = read_all(one.folder / "results.csv");
  CHECK(csv.starts_with(results_header() + "\n"));
  CHECK(csv == read_all(four.folder / "results.csv"));
  CHECK(read_all(one.folder / "resolved.yaml") == study.resolved);
}

// 16, 100, 5, 200, 33 and 64 rows, and two empty outputs: 100 and 200 are beyond 64.
TEST_CASE("What a selector declines is a skipped row with its reason, and no failure", "[runner]") {
  const TemporaryFolder folder;
  Study study = small_study(folder);
  study.experiment.space.selectors = {"ranges-64", "oracle", "bucketed", "symbolic", "stream_k"};

  const RunSummary summary = run_study(study, &make_simulated_laboratory, options_for(folder, "out", 2), {});

  CHECK(summary.counts.failed == 0);
  CHECK(summary.counts.wrong == 0);
  CHECK(summary.counts.skipped == 2 * 2 + 8 * 2);  // both pattern sets; stream_k divides no tasks of the toy machine
  const std::string csv = read_all(summary.folder / "results.csv");
  CHECK_THAT(csv, Contains("skipped,unsupported,\"declared for m in 1..64, n any, k any\""));
  const std::string manifest = read_all(summary.folder / "run.json");
  CHECK_THAT(manifest, Contains("\"skipped\": 20"));
}

// Both libraries have the one kernel 16x16x16; the tuned one's curve ends at 4 steps, the vendor's at 5120.
TEST_CASE("Plans of one text by kernels of two libraries are told apart", "[runner]") {
  const TemporaryFolder folder;
  const std::string machine = folder.write(
      "own.yaml",
      "schema: hardware/v1\nextends: " + std::filesystem::absolute(config_path("hardware", "toy")).string() +
          "\nname: own\nvendor:\n  source: a test\n"
          "  tiles: [{tile: [16, 16, 16]}]\n");
  const Study study = prepare(load_experiment(
      folder.write("small.yaml", "schema: experiment/v1\nname: small\nhardware: " + machine +
                                     "\nworkload: " + folder.write("shapes.csv", "m,n,k\n16,16,1024\n") +
                                     "\nselectors: [best-tile, vendor]\npatterns: [I]\n"
                                     "tuning: {n_gen: 1, n_syn: 4, n_mik: 1, n_pred: 4}\n"),
      {}));

  const std::vector<ResultRow> rows = make_simulated_laboratory(study)->rows_of(point_at(study, 0), nullptr);

  REQUIRE(rows.size() == 2);
  REQUIRE(rows[0].choice.plan == rows[1].choice.plan);
  CHECK(rows[0].choice.extrapolated);
  CHECK(!rows[1].choice.extrapolated);
}

TEST_CASE("A stopped run keeps its points and goes on to the same bytes", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const RunSummary whole = run_study(study, &make_simulated_laboratory, options_for(folder, "whole", 1), {});

  std::atomic<int> stop = 0;
  const RunObserver stops_after_three{
      .progress = [&stop](const RunProgress& progress) { stop = progress.finished >= 3; }, .stop = &stop};
  const RunSummary part =
      run_study(study, &make_simulated_laboratory, options_for(folder, "part", 1), stops_after_three);
  CHECK(part.finished == 3);
  CHECK(!std::filesystem::exists(part.folder / "results.csv"));

  RunOptions resume = options_for(folder, "part", 2);
  resume.existing = Existing::resume;
  const RunSummary rest = run_study(study, &make_simulated_laboratory, resume, {});
  CHECK(rest.resumed == 3);
  CHECK(rest.finished == 8);
  CHECK(read_all(rest.folder / "results.csv") == read_all(whole.folder / "results.csv"));
}

TEST_CASE("A point cut short by a crash is done again", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const RunSummary whole = run_study(study, &make_simulated_laboratory, options_for(folder, "out", 1), {});
  const std::string csv = read_all(whole.folder / "results.csv");
  const std::filesystem::path points = whole.folder / "points" / "points.jsonl";
  std::filesystem::resize_file(points, std::filesystem::file_size(points) - 40);

  RunOptions resume = options_for(folder, "out", 1);
  resume.existing = Existing::resume;
  const RunSummary again = run_study(study, &make_simulated_laboratory, resume, {});

  CHECK(again.resumed == 7);
  CHECK(read_all(again.folder / "results.csv") == csv);
}

TEST_CASE("An existing folder is refused, and overwriting removes only what a run wrote", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const RunSummary first = run_study(study, &make_simulated_laboratory, options_for(folder, "out", 1), {});
  static_cast<void>(folder.write("out/small/" + study.hash + "/notes.txt", "mine"));

  CHECK_THROWS_AS(run_study(study, &make_simulated_laboratory, options_for(folder, "out", 1), {}), OutputError);

  RunOptions overwrite = options_for(folder, "out", 1);
  overwrite.existing = Existing::overwrite;
  CHECK(run_study(study, &make_simulated_laboratory, overwrite, {}).resumed == 0);
  CHECK(read_all(first.folder / "notes.txt") == "mine");
}

TEST_CASE("Shapes without output are rows that take no time", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const std::unique_ptr<Laboratory> laboratory = make_simulated_laboratory(study);

  for (std::int64_t number = 0; number < point_count(study); ++number) {
    for (const ResultRow& row : laboratory->rows_of(point_at(study, number), nullptr)) {
      INFO(row.item.id << " " << row.choice.selector << ": " << row.outcome.reason);
      REQUIRE(row.times.has_value());
      CHECK(row.outcome.disposition == "passed");
      CHECK(row.choice.plan.empty() == row.item.shape.empty());
      CHECK((row.times->measured.median.count == 0) == row.item.shape.empty());
    }
  }
}

TEST_CASE("No selector in the oracle's space beats the oracle", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const std::unique_ptr<Laboratory> laboratory = make_simulated_laboratory(study);

  for (std::int64_t number = 0; number < point_count(study); ++number) {
    for (const ResultRow& row : laboratory->rows_of(point_at(study, number), nullptr)) {
      if (row.score.regret) CHECK(*row.score.regret >= 1.0);
      CHECK(row.score.regret.has_value() == !row.item.shape.empty());
    }
  }
}

TEST_CASE("Only the oracle's rows have a gap, and on one cut it is proven best", "[runner]") {
  const TemporaryFolder folder;
  const Study study = small_study(folder);
  const std::unique_ptr<Laboratory> laboratory = make_simulated_laboratory(study);

  for (std::int64_t number = 0; number < point_count(study); ++number) {
    for (const ResultRow& row : laboratory->rows_of(point_at(study, number), nullptr)) {
      REQUIRE(row.choice.oracle_gap.has_value() == (row.choice.selector == "oracle"));
      if (row.choice.oracle_gap) CHECK(*row.choice.oracle_gap == 0.0);
    }
  }
}

TEST_CASE("An estimate counts points and rows and writes nothing", "[runner]") {
  const TemporaryFolder folder;
  const RunEstimate estimated = estimate(small_study(folder), &make_simulated_laboratory, {}, 2);

  CHECK(estimated.points == 8);
  CHECK(estimated.rows == 96);
  CHECK(estimated.sampled == 3);
  CHECK(estimated.seconds > 0.0);
  CHECK(estimated.disk_bytes > 96 * 2 * 200.0);  // a row stands in points.jsonl and in results.csv
  CHECK(estimated.memory_bytes > estimated.disk_bytes);
}

}  // namespace mikpoly::lab
