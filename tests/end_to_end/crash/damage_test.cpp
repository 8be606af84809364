// Files of a run that are not what the run wrote: each is named, and done again; nothing of them is believed.
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/end_to_end/sweep.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string with_bit_flipped(const std::string& text, std::size_t at) {
  const char flipped = static_cast<char>(text.at(at) ^ 1);
  return text.substr(0, at) + flipped + text.substr(at + 1);
}

/// A finished run, to be damaged.
struct Finished {
  Finished() { REQUIRE(run_program(sweep.command("out")).exit_code == 0); }

  [[nodiscard]] fs::path file(const std::string& name) const { return sweep.run_folder("out") / name; }
  [[nodiscard]] ProgramResult resume() const { return run_program(sweep.command("out", {"--resume"})); }

  Sweep sweep;
};

}  // namespace

TEST_CASE("A damaged line of points is named by file and line, and its point is done again", "[crash]") {
  const Finished run;
  const std::string csv = read_all(run.file("results.csv"));
  const fs::path points = run.file("points/points.jsonl");
  const std::string sound = read_all(points);
  const std::size_t second = sound.find('\n') + 1;
  const std::size_t digit = sound.find("simulated", second) - 2;  // the last of a time

  struct Damage {
    std::string text;
    std::string lines;
  };
  const std::vector<Damage> damages{
      {with_bit_flipped(sound, digit), "line 2"},
      {with_bit_flipped(with_bit_flipped(sound, digit), 20), "lines 1, 2"},
      {with_bit_flipped(sound, second - 1), "line 1"},  // the line feed: two lines are one
      {sound.substr(0, sound.size() - 40), "line 12"},
      {sound.substr(0, sound.size() - 1), "line 12"},
      {sound + "{\"point\":3}", "line 13"},
      {sound + std::string(100, '\0'), "line 13"},
  };
  for (const Damage& damage : damages) {
    write(points, damage.text);
    CAPTURE(damage.lines);

    const ProgramResult resumed = run.resume();

    CHECK(resumed.exit_code == 0);
    CHECK(resumed.err ==
          fmt::format("{}: damaged or cut short: {}; what they held is done again\n", points.string(), damage.lines));
    CHECK(read_all(run.file("results.csv")) == csv);
    CHECK(run.resume().err.empty());
  }
}

TEST_CASE("resolved.yaml, run.json and results.csv are named when they are damaged, and written anew", "[crash]") {
  const Finished run;
  for (const std::string name : {"resolved.yaml", "run.json", "results.csv"}) {
    const fs::path file = run.file(name);
    const std::string sound = read_all(file);
    for (const std::string& damaged :
         {with_bit_flipped(sound, sound.size() / 2), sound.substr(0, sound.size() / 2), std::string()}) {
      write(file, damaged);
      CAPTURE(name, damaged.size());

      if (name != "resolved.yaml") {
        const ProgramResult compared = run_program({"compare", run.sweep.path("out")});
        CHECK(compared.exit_code == 2);
        CHECK_THAT(compared.err, Contains(file.string() + ": "));
        CHECK_THAT(run_program({"status", run.sweep.path("out")}).out, Contains("damaged"));
      }
      const ProgramResult resumed = run.resume();
      CHECK(resumed.exit_code == 0);
      CHECK_THAT(resumed.err, Contains(file.string() + ": ") && Contains("damaged"));
      if (name != "run.json") CHECK(read_all(file) == sound);
      CHECK(run.resume().err.empty());
      CHECK(run_program({"compare", run.sweep.path("out")}).exit_code == 0);
    }
  }
}

TEST_CASE("A run without results.csv, or with none that is finished, is not compared", "[crash]") {
  const Finished run;
  fs::remove(run.file("results.csv"));

  const ProgramResult compared = run_program({"compare", run.sweep.path("out")});

  CHECK(compared.exit_code == 2);
  CHECK(compared.err == fmt::format("run \"{}\" has not finished; mikpoly run --resume goes on\n",
                                    run.sweep.run_folder("out").string()));
}

TEST_CASE("A damaged library is refused before anything is run", "[crash]") {
  const Sweep sweep;
  const std::string sound = read_all(sweep.library());
  for (const std::string& damaged : {with_bit_flipped(sound, sound.size() / 2), sound.substr(0, sound.size() / 2)}) {
    write(sweep.library(), damaged);

    const ProgramResult refused = run_program(sweep.command("out"));

    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Contains(sweep.library()));
  }
}

}  // namespace mikpoly::test
