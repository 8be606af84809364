// A sweep whose plans run on this machine: what its rows hold, and that they stay apart from simulated ones.
#include <csignal>
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "core/config/csv_reader.hpp"
#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

// Four small shapes, one of them without output and one without product; few short rounds.
class MeasuredSweep {
 public:
  MeasuredSweep() {
    const std::string shapes = folder_.write("shapes.csv", "m,n,k\n5,64,48\n130,70,90\n0,8,8\n5,7,0\n");
    experiment_ = folder_.write("measured.yaml",
                                "schema: experiment/v1\nname: measured\nhardware: here\nworkload: " + shapes +
                                    "\ndtype: f32\nselectors: [mikpoly, wave, pipe, makespan, oracle, best-tile]\n"
                                    "patterns:\n  - [I]\n  - [I, II]\nmeasure: {rounds: 2, round: 100 us}\n");
  }

  [[nodiscard]] ProgramResult run(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run", experiment_, "--out", path("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  }
  [[nodiscard]] const std::string& experiment() const { return experiment_; }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::string csv() const {
    return read_all(fs::directory_iterator(path("out") + "/measured")->path() / "results.csv");
  }

 private:
  TemporaryFolder folder_;
  std::string experiment_;
};

/// Rows as column -> text.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  const CsvTable table = parse_csv(csv, "results.csv");
  std::vector<std::map<std::string, std::string>> rows;
  for (const CsvRow& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i == 0) rows.emplace_back();
      rows.back()[table.columns[i]] = row.fields[i];
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("Rows of a measured run are wall-clock medians with spread, count and checked values", "[run]") {
  const MeasuredSweep sweep;

  const ProgramResult result = sweep.run();

  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("4 points, 48 rows, 0 failed, 0 with wrong values"));
  CHECK_THAT(result.out, Contains("times are wall_clock"));
  const auto rows = rows_of(sweep.csv());
  REQUIRE(rows.size() == 48);
  std::map<std::string, std::string> time_of_plan;
  for (const auto& row : rows) {
    INFO(row.at("problem_id") << " by " << row.at("selector"));
    CHECK(row.at("time_source") == "wall_clock");
    CHECK(row.at("disposition") == "passed");
    CHECK(row.at("backend") == "cpu");
    CHECK(row.at("threads") == "1");
    CHECK(row.at("mode") == "warm");
    CHECK(std::stod(row.at("time_us")) > 0.0);
    CHECK(!row.at("time_iqr_us").empty());
    CHECK(std::stoi(row.at("samples")) >= 4);
    CHECK(!row.at("planning_us").empty());
    CHECK(!row.at("regret").empty());
    CHECK(row.at("waves").empty());
    const bool computes = row.at("k") != "0" && row.at("m") != "0";
    CHECK(row.at("plan").empty() != computes);
    // Selectors that agree share a measurement.
    const auto [known, is_new] =
        time_of_plan.try_emplace(row.at("problem_id") + " " + row.at("plan"), row.at("time_us"));
    CHECK(known->second == row.at("time_us"));
  }
}

TEST_CASE("A measured run is resumed without measuring again", "[run]") {
  const MeasuredSweep sweep;
  REQUIRE(sweep.run().exit_code == 0);
  const std::string csv = sweep.csv();

  const ProgramResult resumed = sweep.run({"--resume", "--format", "json"});

  CHECK(resumed.exit_code == 0);
  CHECK(nlohmann::json::parse(resumed.out)["resumed"] == 4);
  CHECK(sweep.csv() == csv);
}

TEST_CASE("A measured run stops inside a point", "[run]") {
  const MeasuredSweep sweep;
  // Rounds of minutes: the first point is at work when the signal comes.
  const std::vector<std::string> slow{
      "run",   sweep.experiment(),   "--out", sweep.path("slow"), "--set", "measure={rounds: 2, round: 100 s}",
      "--set", "selectors=[mikpoly]"};

  StartedProgram program(slow);
  program.wait_for_points(sweep.path("slow/measured"));
  program.send(SIGTERM);
  const ProgramResult stopped = program.wait();

  CHECK(stopped.exit_code == 75);
  CHECK_THAT(stopped.err, Contains("stopped after 0 of 4 points"));
}

TEST_CASE("compare takes a measured run, and none beside a simulated one", "[compare]") {
  const MeasuredSweep sweep;
  REQUIRE(sweep.run().exit_code == 0);
  REQUIRE(run_program({"run", "quickstart", "--set", "limit=1", "--out", sweep.path("simulated")}).exit_code == 0);

  CHECK(run_program({"compare", sweep.path("out")}).exit_code == 0);
  const ProgramResult mixed = run_program({"compare", sweep.path("out"), sweep.path("simulated")});

  CHECK(mixed.exit_code == 2);
  CHECK_THAT(mixed.err, Contains("only times of one source can be compared"));
}

TEST_CASE("A dry run of measured points counts on one job", "[run]") {
  const MeasuredSweep sweep;

  const ProgramResult result = sweep.run({"--dry-run", "--jobs", "2"});

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("measured: 4 points, 48 rows; about "));
  CHECK_THAT(result.out, Contains("with 1 job "));
}

TEST_CASE("A measured run names keys that it does not use, and patterns that its oracle does not search", "[run]") {
  const MeasuredSweep sweep;

  const ProgramResult unused = sweep.run({"--set", "regret_all=true", "--set", "judge={warm: true}"});
  CHECK(unused.exit_code == 0);
  CHECK_THAT(unused.err, Contains("judge: says nothing to backend cpu\n"));
  CHECK_THAT(unused.err, Contains("regret_all: says nothing to backend cpu\n"));

  const ProgramResult wide = sweep.run({"--set", "patterns=all"});
  CHECK(wide.exit_code == 2);
  CHECK_THAT(wide.err, Contains("pattern \"IV\" has more than one cut"));
}

}  // namespace mikpoly::test
