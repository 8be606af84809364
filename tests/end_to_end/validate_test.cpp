// Predicted against published times, as a person asks for it: the card, the gate, and what is never overwritten.
#include <algorithm>
#include <filesystem>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

// Three rows of at least 0.1 GFLOP and a smaller one, with a column that nobody asks for.
constexpr const char* kTable =
    "# device: none\nm,n,k,time_us,tflops\n1024,1024,1024,25,1\n512,512,512,9,1\n64,64,64,4,1\n2048,2048,1024,60,1\n";

class Validation {
 public:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] bool is_there(const std::string& name) const { return fs::exists(folder_.path() / name); }
  [[nodiscard]] std::string text(const std::string& name) const { return read_all(folder_.path() / name); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

  /// Runs a verb with a table of that text, on the A100.
  [[nodiscard]] ProgramResult run(const std::string& verb, const std::string& table,
                                  const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{
        verb, "--hardware", "a100-80", "--dtype", "f16", "--table", folder_.write("times.csv", table)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("validate reports the errors and writes the card that is named", "[validate]") {
  const Validation validation;

  const ProgramResult result = validation.run("validate", kTable, {"-o", validation.path("card.yaml")});

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("a100-80 against times: 4 rows predicted by selector vendor"));
  CHECK_THAT(result.out, Contains("accuracy card written to " + validation.path("card.yaml")));
  CHECK(result.err == validation.path("times.csv") + ": columns not used: tflops\n");
  const std::string card = validation.text("card.yaml");
  for (const char* line : {"schema: accuracy/v1\n", "\nhardware: a100-80\n", "\ntable: times\n", "\ndtype: f16\n",
                           "\nrows: 4\n", "rows: 3, of: at least 0.1 GFLOP, ", "rows: 1, of: below 0.1 GFLOP, ",
                           // 2 * 64^3 and 2 * 2048 * 2048 * 1024
                           "\nrange: {least_flop: 524288, most_flop: 8589934592}\n"}) {
    CHECK_THAT(card, Contains(line));
  }
}

TEST_CASE("validate writes every row where asked", "[validate]") {
  const Validation validation;

  const ProgramResult result =
      validation.run("validate", kTable, {"-o", validation.path("card.yaml"), "--rows", validation.path("rows.csv")});

  CHECK(result.exit_code == 0);
  const std::string rows = validation.text("rows.csv");
  CHECK_THAT(rows, Catch::Matchers::StartsWith("m,n,k,batch,half,measured_us,predicted_us,error,plan\n"
                                               "1024,1024,1024,1,0,25,"));
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 1 + 4);
}

TEST_CASE("validate leaves small rows out and says how many", "[validate]") {
  const Validation validation;

  const ProgramResult result =
      validation.run("validate", kTable, {"-o", validation.path("card.yaml"), "--min-gflop", "0.1"});

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("3 rows predicted"));
  CHECK_THAT(result.out, Contains("left out: 1 rows, below 0.1 GFLOP"));
}

TEST_CASE("A table that is not what it must be is refused and nothing is written", "[validate]") {
  for (const char* bad : {"m,n,k,time_us\n64,64,64,0\n", "m,n,time_us\n64,64,1\n", "m,n,k\n64,64,64\n", ""}) {
    INFO(bad);
    const Validation validation;

    const ProgramResult result =
        validation.run("validate", bad, {"-o", validation.path("card.yaml"), "--rows", validation.path("rows.csv")});

    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Contains("times.csv"));
    CHECK_FALSE(validation.is_there("card.yaml"));
    CHECK_FALSE(validation.is_there("rows.csv"));
  }
}

TEST_CASE("The gate of validate trips with 5, after the card is written", "[validate]") {
  const Validation validation;
  const auto gated = [&](const std::string& gate) {
    return validation.run("validate", kTable, {"-o", validation.path("card.yaml"), "--fail-if", gate});
  };

  const ProgramResult tripped = gated("rows > 3");
  CHECK(tripped.exit_code == 5);
  CHECK_THAT(tripped.err, Contains("gate: rows = 4 is > 3\n"));
  CHECK(validation.is_there("card.yaml"));
  CHECK(gated("median < 0 or p90 > 1e9").exit_code == 0);
  CHECK(gated("median > 0").exit_code == 5);
  CHECK(gated("nothing > 0").exit_code == 2);
}

TEST_CASE("A gate that cannot be read is refused before anything is written", "[validate]") {
  const Validation validation;

  const ProgramResult result =
      validation.run("validate", kTable, {"-o", validation.path("card.yaml"), "--fail-if", "median"});

  CHECK(result.exit_code == 2);
  CHECK_FALSE(validation.is_there("card.yaml"));
}

TEST_CASE("Two tables of a device give the noise between them", "[validate]") {
  const Validation validation;
  const std::string second = validation.file("again.csv", "m,n,k,time_ms\n1024,1024,1024,0.03\n8,8,8,1\n");

  const ProgramResult result =
      validation.run("validate", kTable, {"-o", validation.path("card.yaml"), "--noise", second});

  // 30 us over 25 us, the only shape of both.
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("again against it"));
  CHECK_THAT(result.out, Contains("20.00 %"));
}

TEST_CASE("calibrate writes over no file that is there", "[validate]") {
  const Validation validation;
  const std::string mine = validation.file("mine.yaml", "mine\n");

  const ProgramResult result = validation.run("calibrate", kTable, {"-o", mine});

  CHECK(result.exit_code == 2);
  CHECK(result.err == "cannot write \"" + mine + "\": it is there already; give another name\n");
  CHECK(validation.text("mine.yaml") == "mine\n");
}

TEST_CASE("calibrate needs rows enough for its constants, and writes nothing otherwise", "[validate]") {
  const Validation validation;

  const ProgramResult result =
      validation.run("calibrate", kTable, {"--half", "all", "-o", validation.path("mine.yaml")});

  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Contains("times.csv: 4 rows to fit "));
  CHECK_FALSE(validation.is_there("mine.yaml"));
}

TEST_CASE("calibrate writes a machine that the other verbs take", "[validate]") {
  const Validation validation;
  std::string table = "m,n,k,time_us\n";
  for (const int m : {16, 64, 256, 1024, 4096}) {
    for (const int n : {64, 256, 1024, 4096}) {
      for (const int k : {64, 128, 256, 512, 1024}) {
        // A start of 5 us, 200 TFLOP/s and 1 TB/s.
        const double us = 5.0 + 2.0 * m * n * k / 200e6 + 2.0 * (1.0 * m * k + 1.0 * k * n + 1.0 * m * n) / 1e6;
        table +=
            std::to_string(m) + "," + std::to_string(n) + "," + std::to_string(k) + "," + std::to_string(us) + "\n";
      }
    }
  }
  const std::string mine = validation.path("mine.yaml");

  const ProgramResult result = validation.run("calibrate", table, {"--half", "all", "-o", mine});

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("hardware file written to " + mine));
  CHECK(run_program({"hw", "check", mine}).exit_code == 0);
  CHECK(run_program({"explain", "256x256x256", "--hardware", mine, "--selector", "vendor"}).exit_code == 0);
}

TEST_CASE("simulate-tilings compares tilings with the simulated best", "[validate]") {
  const TemporaryFolder folder;
  const std::string header = "m,n,k,cores_m,cores_n,tile_m,tile_n,tile_k,l1_a,l1_b\n";
  const std::string good = folder.write("good.csv", header + "512,512,512,4,6,128,128,64,2,2\n");
  const std::string none = folder.write("none.csv", header + "512,512,512,9,9,128,128,64,2,2\n");
  const std::string bad = folder.write("bad.csv", header + "512,512,512,4,0,128,128,64,2,2\n");
  const std::string rows = folder.path() / "rows.csv";

  const ProgramResult fine = run_program({"simulate-tilings", good, "--hardware", "ascend910b2", "-o", rows});
  const ProgramResult failed = run_program({"simulate-tilings", none, "--hardware", "ascend910b2"});
  const ProgramResult refused = run_program({"simulate-tilings", bad, "--hardware", "ascend910b2"});

  CHECK(fine.exit_code == 0);
  CHECK_THAT(fine.out, Contains("1 tilings simulated; given over best: median "));
  CHECK(std::filesystem::exists(rows));
  CHECK(failed.exit_code == 3);
  CHECK_THAT(failed.out, Contains("not simulated: 1 rows, 81 cores of 24"));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Contains("bad.csv:2: cores_n: \"0\" is not an integer in 1.."));
}

}  // namespace mikpoly::test
