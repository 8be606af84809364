#include "experiments/laboratories/table_laboratory.hpp"

#include "experiments/engine/runner.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/experiments/table/two_kernels.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

Study study_of(const TemporaryFolder& folder, const std::string& more = "",
               const std::string& table = test::two_kernels()) {
  static_cast<void>(folder.write("t.csv", table));
  return prepare(load_experiment(
      folder.write("e.yaml", "schema: experiment/v1\nname: e\nhardware: toy\ntable: {file: t.csv}\n" + more), {}));
}

constexpr const char* kAll = "selectors: all\nregret_all: true\n";

std::vector<Point> points_of(const Study& study) {
  std::vector<Point> points;
  for (std::int64_t number = 0; number < point_count(study); ++number) points.push_back(point_at(study, number));
  return points;
}

std::vector<ResultRow> rows_of(const Laboratory& laboratory, const Study& study, const std::string& id) {
  for (const Point& point : points_of(study)) {
    if (point.item.id == id) return laboratory.rows_of(point, nullptr);
  }
  return {};
}

const ResultRow& row_of(const std::vector<ResultRow>& rows, const std::string& selector) {
  return *std::ranges::find_if(rows, [&](const ResultRow& row) { return row.choice.selector == selector; });
}

}  // namespace

TEST_CASE("An experiment of a table needs no workload, patterns or backend", "[table]") {
  const TemporaryFolder folder;

  const Study study = study_of(folder, kAll);

  CHECK(study.experiment.space.backend == "table");
  CHECK(study.experiment.space.workloads == std::vector<std::string>{"table"});
  CHECK(study.experiment.space.pattern_sets == std::vector<PatternSet>{{"I"}});
  CHECK(study.workloads.front().name == "t");
  CHECK(points_of(study).size() == 36);
  CHECK(study.inputs.contains("table t"));
  const Study again = prepare(load_experiment(folder.write("again.yaml", study.resolved), {}));
  CHECK(again.resolved == study.resolved);
}

TEST_CASE("The oracle of a table is its least time, and its times are no simulation", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, kAll);
  const auto laboratory = make_table_laboratory(study);

  for (const Point& point : points_of(study)) {
    const std::int64_t shape = study.table->find(point.item.shape);
    const std::vector<ResultRow> rows = laboratory->rows_of(point, nullptr);
    Picoseconds least{kLongestTime};
    for (const auto& [program, time] : study.table->times(shape)) least = std::min(least, time.measured.median);
    REQUIRE(row_of(rows, "oracle").times->measured.median == least);
    REQUIRE(row_of(rows, "oracle").score.regret == 1.0);
    REQUIRE(row_of(rows, "best-tile").times->measured.median == least);
    for (const ResultRow& row : rows) {
      if (!row.times) continue;
      REQUIRE(row.times->measured.source == TimeSource::device_event);
      REQUIRE(*row.score.regret >= 1.0);
      REQUIRE(row.score.regret_all == row.score.regret);
    }
  }
}

// The table is Eq. 2 and a launch of 1 us to the letter, so a model that learned from the other half is never wrong.
TEST_CASE("Eq. 2 that learned from one half chooses right on the other where the table is Eq. 2", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, kAll);
  const auto laboratory = make_table_laboratory(study);

  int chosen = 0;
  for (const Point& point : points_of(study)) {
    const std::vector<ResultRow> rows = laboratory->rows_of(point, nullptr);
    const ResultRow& row = row_of(rows, "mikpoly");
    if (!row.times) continue;
    ++chosen;
    REQUIRE(row.score.regret == 1.0);
    REQUIRE(row.times->predicted->microseconds() + 1.0 == Approx(row.times->measured.median.microseconds()));
  }
  CHECK(chosen >= 35);
}

TEST_CASE("A choice without a time is a skipped row with its reason, and the oracle says what is missing", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, "selectors: [default-tile, oracle]\n");
  const auto laboratory = make_table_laboratory(study);

  const std::vector<ResultRow> rows = rows_of(*laboratory, study, "64x16x16");

  const ResultRow& chosen = row_of(rows, "default-tile");
  CHECK(chosen.outcome.status == "skipped");
  CHECK(chosen.outcome.disposition == "unsupported");
  CHECK(chosen.outcome.reason == "the table has no time of kernel f16_32x32x16_l_32x32x16 on 64x16x16");
  CHECK_FALSE(chosen.times.has_value());
  const ResultRow& oracle = row_of(rows, "oracle");
  CHECK(oracle.outcome.status == "done");
  CHECK(oracle.outcome.reason == "1 of 2 kernels have no time here");
  CHECK_FALSE(oracle.choice.oracle_gap.has_value());
  CHECK(row_of(rows_of(*laboratory, study, "64x32x16"), "oracle").choice.oracle_gap == 0.0);
}

TEST_CASE("A shape that the table does not have is skipped, whoever is asked", "[table]") {
  const TemporaryFolder folder;
  const std::string shapes = folder.write("w.csv", "m,n,k\n16,16,16\n5,5,5\n");
  const Study study = study_of(folder, kAll + ("workload: " + shapes + "\n"));
  const auto laboratory = make_table_laboratory(study);

  for (const ResultRow& row : rows_of(*laboratory, study, "5x5x5")) {
    CHECK(row.outcome.status == "skipped");
    CHECK(row.outcome.reason == "the table has no times of 5x5x5");
  }
}

TEST_CASE("Kept kernels bound the oracle, and regret_all tells what the others would have given", "[table]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", test::two_kernels()));
  const Study study = prepare(load_experiment(
      folder.write("e.yaml", "schema: experiment/v1\nname: e\nhardware: toy\ntable: {file: t.csv, keep: 1}\n" +
                                 std::string(kAll)),
      {}));
  const auto laboratory = make_table_laboratory(study);

  double worst = 1.0;
  for (const Point& point : points_of(study)) {
    const std::vector<ResultRow> rows = laboratory->rows_of(point, nullptr);
    const ResultRow& oracle = row_of(rows, "oracle");
    if (oracle.score.regret_all) worst = std::max(worst, *oracle.score.regret_all);
  }
  CHECK(worst > 1.0);
}

namespace {

// One kernel; four parts of k were timed on 16x16x256 alone.
constexpr const char* kTimedInParts =
    "m,n,k,kernel,k_parts,time_us\n16,16,256,s_16x16x16,1,8\n16,16,256,s_16x16x16,4,3\n"
    "16,64,256,s_16x16x16,1,8\n16,32,256,s_16x16x16,1,8\n16,128,256,s_16x16x16,1,16\n";

}  // namespace

TEST_CASE("A program that splits k is chosen like any other", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, kAll, kTimedInParts);
  const auto laboratory = make_table_laboratory(study);

  const std::vector<ResultRow> rows = rows_of(*laboratory, study, "16x16x256");

  CHECK(row_of(rows, "oracle").choice.plan == "p1|I|f16_16x16x16_s_16x16x16@0-16:0-16:0-256/4|max_min");
  CHECK(row_of(rows, "mikpoly").choice.plan == row_of(rows, "oracle").choice.plan);
  CHECK(row_of(rows, "oracle").times->measured.median == Picoseconds{3'000'000});
}

// On 16x32x256 two of the four PEs would idle: by the model four parts of k are faster, and the table has no such time.
TEST_CASE("A model does not know which programs were timed on a shape", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, kAll, kTimedInParts);
  const auto laboratory = make_table_laboratory(study);

  const std::vector<ResultRow> rows = rows_of(*laboratory, study, "16x32x256");

  CHECK(row_of(rows, "mikpoly").outcome.status == "skipped");
  CHECK(row_of(rows, "mikpoly").outcome.reason ==
        "the table has no time of kernel f16_16x16x16_s_16x16x16 in 4 parts of k on 16x32x256");
  CHECK(row_of(rows, "oracle").times->measured.median == Picoseconds{8'000'000});
}

TEST_CASE("Runs of a table give the same bytes for any number of jobs, and go on where they stopped", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, kAll);
  const auto options = [&](const char* out, std::int64_t jobs) {
    return RunOptions{.out = folder.path() / out, .jobs = jobs};
  };
  const RunSummary one = run_study(study, &make_table_laboratory, options("one", 1), {});
  const RunSummary four = run_study(study, &make_table_laboratory, options("four", 4), {});
  const std::string csv = read_all(one.folder / "results.csv");

  CHECK(one.counts.failed == 0);
  CHECK(csv == read_all(four.folder / "results.csv"));

  std::atomic<int> stop = 0;
  const RunObserver stops{.progress = [&stop](const RunProgress& progress) { stop = progress.finished >= 3; },
                          .stop = &stop};
  CHECK(run_study(study, &make_table_laboratory, options("cut", 1), stops).finished == 3);
  RunOptions resumed = options("cut", 1);
  resumed.existing = Existing::resume;
  const RunSummary rest = run_study(study, &make_table_laboratory, resumed, {});
  CHECK(rest.resumed == 3);
  CHECK(read_all(rest.folder / "results.csv") == csv);
}

TEST_CASE("What cannot be asked of a table is refused in a sentence", "[table]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", test::two_kernels()));
  const auto refused = [&](const std::string& more) {
    std::string message = message_of([&] {
      const Study study = prepare(load_experiment(
          folder.write("e.yaml", "schema: experiment/v1\nname: e\nhardware: toy\nselectors: [mikpoly]\n" + more), {}));
      static_cast<void>(make_table_laboratory(study));
    });
    const std::size_t at = message.find(folder.path().string() + "/");
    return at == std::string::npos ? message : message.erase(at, folder.path().string().size() + 1);
  };

  CHECK(refused("table: {file: t.csv}\npatterns: [[I, II]]\n") ==
        "patterns: \"I+II\" cannot be timed by backend table, which holds times of whole products; give [I]");
  CHECK(refused("backend: table\nworkload: deepbench\npatterns: [I]\n") ==
        "e.yaml:1:1: backend: table needs the key table, as in table: {file: profile.csv}");
  CHECK(refused("workload: table\npatterns: [I]\n") ==
        "e.yaml:1:1: workload: \"table\" is the shapes of a table, and no table is given");
  CHECK(refused("table: {file: t.csv}\nbackend: npu\n") ==
        "e.yaml:1:1: table: says nothing to backend \"npu\"; give backend: table");
  CHECK(refused("table: {file: t.csv, format: xls}\n") ==
        "e.yaml:5:30: table.format: unknown value \"xls\"; known: auto, cutlass, triton, plain");
  CHECK(refused("table: {file: t.csv}\ndtype: f64\n") ==
        "hardware \"toy\" does not compute on \"f64\"; it computes on: f16");
  CHECK(refused("table: {file: t.csv, time_column: gflops}\n") ==
        "t.csv: \"gflops\" is no column of times; columns of times: time_us");
}

TEST_CASE("A selector that a table knows nothing of is refused", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, "selectors: [vendor]\n");

  CHECK(message_of([&] { static_cast<void>(make_table_laboratory(study)); }) ==
        "selector vendor has no meaning on a table: it does not say what the vendor's library chose");
}

TEST_CASE("What a person should know of a table is told", "[table]") {
  const TemporaryFolder folder;
  const Study study = study_of(folder, "selectors: [mikpoly]\nmeasure: {threads: 1}\n",
                               "m,n,k,kernel,time_us,note\n16,16,16,s_16x16x16,1,\n16,16,16,s_16x16x16,2,\n"
                               "32,16,16,s_16x16x16,0,\n64,16,16,l_32x32x16,1,\n");
  const auto laboratory = make_table_laboratory(study);

  std::vector<std::string> notices = laboratory->facts().notices;
  for (std::string& notice : notices) {
    if (notice.starts_with(folder.path().string())) notice.erase(0, folder.path().string().size() + 1);
  }
  CHECK(notices ==
        std::vector<std::string>{"t.csv: 1 rows skipped: no finite time greater than zero",
                                 "t.csv: 1 pairs stand more than once; their median counts",
                                 "t.csv: 2 of 4 pairs (shape, kernel) have no time", "t.csv: columns not used: note",
                                 "measure: says nothing to backend table",
                                 "no halves by (n, k): everything is scored on the shapes that it was learned from"});
  CHECK(laboratory->facts().library_origins.size() == 1);
}

}  // namespace mikpoly::lab
