// Times of one's own, as a person looks at them and runs an experiment over them.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

constexpr const char* kShipped = "configs/validation/cpu_kernels_avx512_f32.csv";

std::vector<std::string> on_one_core(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"table", kShipped, "--hardware", "cpu-avx512", "--set", "pe.count=1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("table tells what a file holds without a machine, and more with one", "[table]") {
  const ProgramResult alone = run_program({"table", kShipped, "--keep", "2"});
  const ProgramResult with_machine = run_program(on_one_core({}));

  CHECK(alone.exit_code == 0);
  CHECK(alone.err.empty());
  CHECK_THAT(alone.out, Contains("plain table, 576 rows, times are wall_clock\n"));
  CHECK_THAT(alone.out, Contains("48 shapes x 12 kernels, 0 of 576 pairs without a time\n"));
  CHECK_THAT(alone.out, Contains("no --hardware: nothing is predicted or chosen\n"));
  CHECK_THAT(alone.out, Contains("\nkept by complementary, from all shapes:\n  f32_"));
  CHECK(with_machine.exit_code == 0);
  for (const char* part : {"all kernels; launch ", "\nmikpoly ", "\nworst shapes of mikpoly\n", "0 -> 1", "1 -> 0"}) {
    CHECK_THAT(with_machine.out, Contains(part));
  }
}

TEST_CASE("The JSON of a table holds every half, selector and criterion", "[table]") {
  const ProgramResult result = run_program(on_one_core({"--format", "json", "--keep", "3"}));

  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json["shapes"] == 48);
  CHECK(json["holes"] == 0);
  REQUIRE(json["halves"].size() == 2);
  for (const auto& half : json["halves"]) {
    CHECK(half["kernels"].size() == 12);
    CHECK(half["selectors"][0]["selector"] == "mikpoly");
    CHECK(half["selectors"][0]["of_best"] <= 1.0);
    CHECK(half["selectors"][0]["of_best_common"] == half["selectors"][0]["of_best"]);  // no holes
    CHECK(half["common_shapes"] == half["selectors"][0]["shapes"]);
  }
  CHECK(json["ranking"].size() == 6);
  CHECK(json["keep"]["complementary"].size() == 3);
}

TEST_CASE("The CSV of a table has a line for each selector and half", "[table]") {
  const ProgramResult result = run_program(on_one_core({"--format", "csv"}));

  CHECK(result.out.starts_with("selector,learned_half,shapes,holes,of_best,"));
  for (const char* line : {"\nmikpoly,0,36,0,0.", "\nmikpoly,1,12,0,0.", "\nfirst-ranked,1,12,0,0."}) {
    CHECK_THAT(result.out, Contains(line));
  }
}

TEST_CASE("table of one (n, k) says once that nothing is held out", "[table]") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "t.csv", "m,n,k,kernel,time_us\n16,16,16,s_16x16x16,2\n64,16,16,s_16x16x16,2\n64,16,16,l_32x32x16,1\n");

  const ProgramResult text = run_program({"table", file, "--hardware", "toy"});
  const auto json = nlohmann::json::parse(run_program({"table", file, "--hardware", "toy", "--format", "json"}).out);

  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out,
             Contains("\nno halves by (n, k): everything is scored on the shapes that it was learned from\n"));
  CHECK_THAT(text.out, !Contains("not learned from"));
  CHECK_THAT(text.out, !Contains("0 -> 1"));
  CHECK(json["held_out"] == false);
  CHECK(json["halves"].size() == 1);
  CHECK(json["halves"][0]["learned_half"].is_null());
  CHECK(json["ranking"].size() == 3);
}

TEST_CASE("An experiment of a table runs, and compare scores it", "[table]") {
  const TemporaryFolder folder;

  const ProgramResult run = run_program({"run", "your-own-truth", "--out", folder.path().string()});
  const ProgramResult compared = run_program({"compare", (folder.path() / "your-own-truth").string()});

  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Contains("48 points, 336 rows, 0 failed, 0 with wrong values"));
  CHECK(compared.exit_code == 0);
  CHECK_THAT(compared.out, Contains("times are wall_clock"));
}

TEST_CASE("What is wrong with a table is one line each, with file and line", "[table]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("t.csv", "m,n,k,kernel,time_us\n8,8,8,a,1\n8,8,x,b_1x1x1,1\n");

  const ProgramResult result = run_program({"table", file});

  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err == file +
                          ":2: kernel: \"a\" has no tile; add the columns tile_m, tile_n and tile_k, or a name that "
                          "holds MxNxK\n" +
                          file + ":3: k: \"x\" is not an integer in 1..1099511627776\n");
  CHECK(run_program({"table", kShipped, "--set", "pe.count=1"}).err ==
        "--set changes a machine, and no --hardware is given\n");
  CHECK(run_program({"table", kShipped, "--time-source", "simulated"}).err ==
        "--time-source \"simulated\" is no source of measured times; known: device_event, wall_clock\n");
}

TEST_CASE("What is left out of a table is told on stderr", "[table]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("t.csv", "m,n,k,kernel,time_us\n8,8,8,a_1x1x1,1\n8,8,9,a_1x1x1,0\n");

  CHECK(run_program({"table", file}).err == file + ": 1 rows skipped: no finite time greater than zero\n");
}

}  // namespace mikpoly::test
