// A sweep as a person runs it: folders, resuming, gates, silence.
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/experiments/engine/temporary_folder.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

// A sweep of one second or less on the toy machine, with its library given so that nothing has to be tuned.
class Sweep {
 public:
  Sweep() {
    library_ = folder_.path() / "toy.yaml";
    REQUIRE(run_program({"tune", "--hardware", "toy", "--n-mik", "8", "-o", library_}).exit_code == 0);
    experiment_ = folder_.file("sweep.yaml",
                               "schema: experiment/v1\nname: sweep\nhardware: toy\nworkload: deepbench\nlimit: 12\n"
                               "selectors: [mikpoly, wave, oracle, default-tile]\npatterns:\n  - [I]\n  - [I, II]\n"
                               "library: " +
                                   library_ + "\n");
  }

  [[nodiscard]] std::vector<std::string> command(const std::string& out,
                                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"run", experiment_, "--out", folder_.path() / out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  /// The run's folder below `out`: its name is the hash.
  [[nodiscard]] fs::path run_folder(const std::string& out) const {
    return fs::directory_iterator(folder_.path() / out / "sweep")->path();
  }
  [[nodiscard]] std::string csv(const std::string& out) const { return read_all(run_folder(out) / "results.csv"); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
  std::string library_;
  std::string experiment_;
};

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

TEST_CASE("An interrupted run keeps its points and goes on to the same bytes", "[run]") {
  const Sweep sweep;
  const auto command = [&sweep](const std::string& out, std::vector<std::string> more) {
    more.insert(more.end(), {"--set", "limit=150", "--set", "patterns=all"});  // long enough to be interrupted
    return sweep.command(out, more);
  };
  REQUIRE(run_program(command("whole", {})).exit_code == 0);
  const std::string hash = sweep.run_folder("whole").filename();

  for (const auto& [signal, exit_code] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 75), std::pair(SIGKILL, -1)}) {
    const std::string out = "stopped" + std::to_string(signal);
    const std::string first_point = sweep.path(out) + "/sweep/" + hash + "/points/points.jsonl";
    const ProgramResult stopped = run_program(command(out, {"--jobs", "1"}), {.signal = signal, .file = first_point});
    INFO(stopped.err);
    const bool finished_first = stopped.exit_code == 0;  // a fast machine; what follows must hold all the same
    if (!finished_first) CHECK(stopped.exit_code == exit_code);
    if (!finished_first && signal != SIGKILL) CHECK_THAT(stopped.err, Contains("--resume goes on"));

    REQUIRE(run_program(command(out, {"--resume"})).exit_code == 0);
    CHECK(sweep.csv(out) == sweep.csv("whole"));
  }
}

TEST_CASE("Damaged points are named and done again, and a changed results.csv is not compared", "[run]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("out")).exit_code == 0);
  const std::string csv = sweep.csv("out");
  const fs::path points = sweep.run_folder("out") / "points" / "points.jsonl";
  std::string text = read_all(points);
  const std::size_t digit = text.find("\"time_us\":\"") + 11;
  text[digit] = text[digit] == '1' ? '2' : '1';
  std::ofstream(points, std::ios::binary) << text;

  const ProgramResult resumed = run_program(sweep.command("out", {"--resume"}));

  CHECK(resumed.exit_code == 0);
  CHECK_THAT(resumed.err, Contains("1 lines of points.jsonl are damaged or of another program"));
  CHECK(sweep.csv("out") == csv);

  const fs::path results = sweep.run_folder("out") / "results.csv";
  std::ofstream(results, std::ios::binary) << csv.substr(0, csv.rfind('\n', csv.size() - 2) + 1);
  const ProgramResult compared = run_program({"compare", sweep.path("out")});
  CHECK(compared.exit_code == 2);
  CHECK(compared.err ==
        results.string() + ": changed or damaged since the run wrote it; mikpoly run --resume writes it anew\n");
}

TEST_CASE("Two runs do not share a folder", "[run]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("out")).exit_code == 0);
  const int lock = ::open((sweep.run_folder("out") / ".lock").c_str(), O_RDWR);
  REQUIRE(lock >= 0);
  REQUIRE(::flock(lock, LOCK_EX | LOCK_NB) == 0);

  const ProgramResult second = run_program(sweep.command("out", {"--overwrite"}));

  CHECK(second.exit_code == 2);
  CHECK(second.err == "output folder \"" + sweep.run_folder("out").string() +
                          "\" is in use by another run; wait for it or choose another --out\n");
  ::close(lock);
  CHECK(run_program(sweep.command("out", {"--overwrite"})).exit_code == 0);
}

TEST_CASE("What stands twice in an experiment is an error", "[run]") {
  const Sweep sweep;
  const ProgramResult twice = run_program(sweep.command("out", {"--set", "selectors=[wave, wave]"}));
  CHECK(twice.exit_code == 2);
  CHECK_THAT(twice.err, Contains("selectors[1]: stands twice; each is run once"));
}

TEST_CASE("A full disk is exit code 75, and what was finished stays", "[run]") {
  if (!fs::exists("/dev/full")) return;
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("out")).exit_code == 0);
  const std::string csv = sweep.csv("out");
  const fs::path log = sweep.run_folder("out") / "log.txt";
  fs::remove(log);
  fs::create_symlink("/dev/full", log);

  const ProgramResult full = run_program(sweep.command("out", {"--resume"}));

  CHECK(full.exit_code == 75);
  CHECK_THAT(full.err, Contains("No space left on device; make room and call again, a run with --resume"));
  CHECK(sweep.csv("out") == csv);
}

TEST_CASE("A dry run counts, estimates and writes nothing", "[run]") {
  const Sweep sweep;

  const ProgramResult result = run_program(sweep.command("out", {"--dry-run", "--jobs", "2"}));

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("sweep: 12 points, 96 rows; about "));
  CHECK(!fs::exists(sweep.path("out")));
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
