// A sweep as a person runs it: folders, resuming, gates, silence.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/end_to_end/sweep.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("A run writes the folder of the contract and says nothing on stderr", "[run]") {
  const Sweep sweep;

  const ProgramResult result = run_program(sweep.command("out"));

  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Contains("12 points, 96 rows, 0 failed, 0 with wrong values"));
  for (const char* name : {"resolved.yaml", "run.json", "results.csv", "points", "log.txt"}) {
    CHECK(fs::exists(sweep.run_folder("out") / name));
  }
  const auto manifest = nlohmann::json::parse(read_all(sweep.run_folder("out") / "run.json"));
  CHECK(manifest["hash"] == sweep.run_folder("out").filename().string());
  CHECK_THAT(manifest["command"].get<std::string>(), Contains("mikpoly run "));
  CHECK(manifest["rows"]["done"] == 96);
}

TEST_CASE("The same bytes with one job and with two, and from the resolved file", "[run]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("one", {"--jobs", "1"})).exit_code == 0);
  REQUIRE(run_program(sweep.command("two", {"--jobs", "2"})).exit_code == 0);

  CHECK(sweep.csv("one") == sweep.csv("two"));

  const std::string resolved = sweep.run_folder("one") / "resolved.yaml";
  REQUIRE(run_program({"run", resolved, "--out", sweep.path("again")}).exit_code == 0);
  CHECK(sweep.run_folder("again").filename() == sweep.run_folder("one").filename());
  CHECK(sweep.csv("again") == sweep.csv("one"));
}

TEST_CASE("An existing folder is an error, --resume is done at once, --overwrite runs again", "[run]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("out")).exit_code == 0);
  const std::string csv = sweep.csv("out");

  const ProgramResult refused = run_program(sweep.command("out"));
  CHECK(refused.exit_code == 2);
  CHECK(refused.err == "output folder \"" + sweep.run_folder("out").string() +
                           "\" exists already; --resume goes on where it stopped, --overwrite starts anew\n");

  const ProgramResult resumed = run_program(sweep.command("out", {"--resume", "--format", "json"}));
  CHECK(resumed.exit_code == 0);
  CHECK(nlohmann::json::parse(resumed.out)["resumed"] == 12);
  CHECK(sweep.csv("out") == csv);

  const ProgramResult again = run_program(sweep.command("out", {"--overwrite", "--format", "json"}));
  CHECK(nlohmann::json::parse(again.out)["resumed"] == 0);
  CHECK(sweep.csv("out") == csv);
}

TEST_CASE("Shapes without output are in no share, and compare says how many they are", "[run]") {
  const Sweep sweep;
  const TemporaryFolder folder;
  const std::string shapes = folder.write("shapes.csv", "m,n,k\n0,64,64\n64,0,64\n");
  REQUIRE(run_program(sweep.command("out", {"--set", "workload=" + shapes})).exit_code == 0);

  const auto json = nlohmann::json::parse(run_program({"compare", sweep.path("out"), "--format", "json"}).out);
  REQUIRE(json["selectors"].size() == 8);
  for (const auto& selector : json["selectors"]) {
    CHECK(selector["shapes"] == 2);
    CHECK(selector["no_output"] == 2);
    for (const char* share : {"win_rate", "top1", "exact", "of_oracle"}) CHECK(selector[share].is_null());
  }
  CHECK_THAT(run_program({"compare", sweep.path("out")}).out, Contains("no output"));
}

TEST_CASE("What stands twice in an experiment is an error", "[run]") {
  const Sweep sweep;
  const ProgramResult twice = run_program(sweep.command("out", {"--set", "selectors=[wave, wave]"}));
  CHECK(twice.exit_code == 2);
  CHECK_THAT(twice.err, Contains("selectors[1]: stands twice; each is run once"));
}

TEST_CASE("A dry run counts, estimates and writes nothing", "[run]") {
  const Sweep sweep;

  const ProgramResult result = run_program(sweep.command("out", {"--dry-run", "--jobs", "2"}));

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             Contains("sweep: 12 points, 96 rows; about ") && Contains(" of memory, ") && Contains(" on disk (from "));
  CHECK(!fs::exists(sweep.path("out")));
  const ProgramResult json = run_program(sweep.command("out", {"--dry-run", "--format", "json"}));
  CHECK(nlohmann::json::parse(json.out)["points"] == 12);
}

TEST_CASE("A run that needs more memory than it may is refused before it begins", "[run]") {
  const Sweep sweep;

  const ProgramResult refused = run_program(sweep.command("out", {"--max-memory", "1 MiB"}));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Contains("the run needs about ") &&
                              Contains(" of memory, more than --max-memory \"1 MiB\"; --shard I/N takes a part\n"));
  CHECK(!fs::exists(sweep.path("out")));
  CHECK_THAT(run_program(sweep.command("out", {"--max-memory", "1 MB/s"})).err, Contains("--max-memory: \"1 MB/s\""));
  CHECK(run_program(sweep.command("out", {"--max-memory", "4 GiB"})).exit_code == 0);
}

TEST_CASE("A gate trips with exit code 5, in run and in compare", "[run]") {
  const Sweep sweep;

  const ProgramResult run = run_program(sweep.command("out", {"--fail-if", "wave.regret_worst >= 1"}));
  CHECK(run.exit_code == 5);
  CHECK_THAT(run.err, Contains("gate: wave.regret_worst = "));

  CHECK(run_program({"compare", sweep.path("out"), "--fail-if", "regret_worst >= 1"}).exit_code == 5);
  CHECK(run_program({"compare", sweep.path("out"), "--fail-if", "oracle.regret_worst > 1"}).exit_code == 0);
  CHECK(run_program({"compare", sweep.path("out"), "--fail-if", "pipe.regret_worst > 1"}).exit_code == 2);
}

TEST_CASE("compare shows the table in three formats, and two runs side by side", "[compare]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("a")).exit_code == 0);
  REQUIRE(run_program(sweep.command("b", {"--set", "selectors=[mikpoly, oracle]"})).exit_code == 0);

  const ProgramResult text = run_program({"compare", sweep.path("a")});
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Contains("toy, patterns I\n"));
  CHECK_THAT(text.out, Contains("toy, patterns I+II\n"));
  CHECK_THAT(text.out, Contains("the 12 worst shapes of mikpoly with patterns I+II"));

  const auto json = nlohmann::json::parse(run_program({"compare", sweep.path("a"), "--format", "json"}).out);
  CHECK(json["selectors"].size() == 8);
  CHECK(json["worst"].size() == 12);
  CHECK_THAT(run_program({"compare", sweep.path("a"), "--format", "csv"}).out,
             Contains("hardware,pattern_set,selector,shapes,failed,of_oracle,"));

  const auto delta =
      nlohmann::json::parse(run_program({"compare", sweep.path("a"), sweep.path("b"), "--format", "json"}).out);
  REQUIRE(delta["changes"].size() == 4);  // two selectors, two pattern sets
  CHECK(delta["changes"][0]["time_ratio"] == 1.0);
}

}  // namespace mikpoly::test
