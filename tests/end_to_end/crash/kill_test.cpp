// A run that is stopped at any moment goes on to the bytes of one that was not.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/end_to_end/sweep.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;
using Microseconds = std::chrono::microseconds;

constexpr int kMoments = 12;

// Points enough to be stopped among them.
std::vector<std::string> long_command(const Sweep& sweep, const std::string& out, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--set", "limit=150", "--set", "patterns=all"});
  return sweep.command(out, more);
}

/// An undisturbed run: what it wrote, and how long it took.
struct Whole {
  explicit Whole(const Sweep& sweep) {
    const auto begin = std::chrono::steady_clock::now();
    REQUIRE(run_program(long_command(sweep, "whole", {"--jobs", "1"})).exit_code == 0);
    length = std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - begin);
    csv = sweep.csv("whole");
  }

  std::string csv;
  Microseconds length{};
};

std::int64_t whole_lines(const fs::path& file) {
  const std::string text = read_all(file);
  return std::count(text.begin(), text.end(), '\n');
}

// Goes on, and looks at the result.
void check_resumed(const Sweep& sweep, const std::string& out, const Whole& whole, std::int64_t kept) {
  const ProgramResult resumed = run_program(long_command(sweep, out, {"--resume", "--format", "json"}));
  INFO(resumed.err);
  REQUIRE(resumed.exit_code == 0);
  CHECK(nlohmann::json::parse(resumed.out)["resumed"] == kept);
  CHECK(sweep.csv(out) == whole.csv);
  CHECK(run_program({"compare", sweep.path(out)}).exit_code == 0);
}

}  // namespace

TEST_CASE("A run killed at any moment has lost nothing that was finished", "[crash]") {
  const Sweep sweep;
  const Whole whole(sweep);

  for (int moment = 0; moment < kMoments; ++moment) {
    const std::string out = "killed" + std::to_string(moment);
    const Interruption kill{.signal = SIGKILL, .file = {}, .delay = whole.length * moment / kMoments};
    static_cast<void>(run_program(long_command(sweep, out, {"--jobs", "2"}), {.interruption = kill}));
    CAPTURE(moment);

    const bool has_folder = fs::exists(sweep.path(out) + "/sweep") && !fs::is_empty(sweep.path(out) + "/sweep");
    const std::int64_t kept = has_folder ? whole_lines(sweep.run_folder(out) / "points" / "points.jsonl") : 0;
    check_resumed(sweep, out, whole, kept);
  }
}

TEST_CASE("A run killed again and again gets to its end", "[crash]") {
  const Sweep sweep;
  const Whole whole(sweep);

  for (int kills = 0; kills < kMoments; ++kills) {
    const Interruption kill{.signal = SIGKILL, .file = {}, .delay = whole.length / 3};
    static_cast<void>(run_program(long_command(sweep, "out", {"--resume", "--jobs", "1"}), {.interruption = kill}));
  }

  REQUIRE(run_program(long_command(sweep, "out", {"--resume"})).exit_code == 0);
  CHECK(sweep.csv("out") == whole.csv);
}

TEST_CASE("Ctrl-C ends with 130 and SIGTERM with 75, at any moment", "[crash]") {
  const Sweep sweep;
  const Whole whole(sweep);

  for (const auto& [signal, exit_code] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 75)}) {
    for (int moment = 0; moment < 4; ++moment) {
      const std::string out = "stopped" + std::to_string(signal) + "-" + std::to_string(moment);
      // The first moment is that of the folder: nothing is computed yet. Later ones are among the points.
      StartedProgram program(long_command(sweep, out, {"--jobs", "1"}));
      if (moment == 0) program.wait_for(sweep.path(out));
      if (moment > 0) program.wait_for_points(sweep.path(out) + "/sweep");
      std::this_thread::sleep_for(whole.length * moment / 8);
      program.send(signal);
      const ProgramResult stopped = program.wait();
      INFO(stopped.err);
      CAPTURE(signal, moment);

      if (stopped.exit_code == 0) {  // a fast machine was through
        CHECK(sweep.csv(out) == whole.csv);
        continue;
      }
      CHECK(stopped.exit_code == exit_code);
      if (moment > 0) CHECK_THAT(stopped.err, Contains("points in \"") && Contains("--resume goes on"));
      REQUIRE(run_program(long_command(sweep, out, {"--resume"})).exit_code == 0);
      CHECK(sweep.csv(out) == whole.csv);
    }
  }
}

TEST_CASE("Two runs do not share a folder, and the lock of a killed run is not stale", "[crash]") {
  const Sweep sweep;
  // Some seconds, so that it is still there when the second one begins.
  const std::vector<std::string> slow{"--set", "selectors=[oracle]", "--set", "oracle={budget: 400000}"};
  std::vector<std::string> command = long_command(sweep, "out", slow);
  command.insert(command.end(), {"--jobs", "1"});
  StartedProgram first(command);
  first.wait_for_points(sweep.path("out/sweep"));
  std::vector<std::string> again = long_command(sweep, "out", slow);
  again.emplace_back("--resume");

  const ProgramResult second = run_program(again);

  CHECK(second.exit_code == 2);
  CHECK(second.err == "output folder \"" + sweep.run_folder("out").string() +
                          "\" is in use by another run; wait for it or choose another --out\n");
  CHECK_THAT(run_program({"status", sweep.path("out")}).out, Contains("running"));
  first.send(SIGKILL);
  CHECK(first.wait().exit_code == -1);
  CHECK_THAT(run_program({"status", sweep.path("out")}).out, Contains("stopped"));
  CHECK(run_program(again).exit_code == 0);
}

TEST_CASE("A file that a killed program was to replace is the old one or the new one", "[crash]") {
  const TemporaryFolder folder;
  const std::string library = folder.path() / "toy.yaml";
  const auto tune = [&](const std::string& n_mik) {
    return std::vector<std::string>{"tune", "--hardware", "toy", "--n-mik", n_mik, "-o", library};
  };
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(run_program(tune("16")).exit_code == 0);
  const auto length = std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - begin);
  const std::string next = read_all(library);
  REQUIRE(run_program(tune("4")).exit_code == 0);
  const std::string old = read_all(library);
  REQUIRE(old != next);

  for (int moment = 0; moment <= kMoments; ++moment) {
    // Most of them around the end, where the file is written.
    const Microseconds delay = length * (2 * kMoments + moment) / (3 * kMoments);
    static_cast<void>(run_program(tune("16"), {.interruption = {.signal = SIGKILL, .file = {}, .delay = delay}}));

    const std::string text = read_all(library);
    CHECK((text == old || text == next));
    std::ofstream(library, std::ios::binary) << old;
  }
}

}  // namespace mikpoly::test
