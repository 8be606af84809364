// mikpoly workload: what it lists, shows and refuses; a replay run and compared by use.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

constexpr const char* kReplay =
    "schema: workload/v1\nname: served\nsource: made up\nshapes:\n"
    "  - replay: {trace: t.csv, mode: continuous, step: 1 ms, token_budget: 4}\n"
    "    layers: [{m: tokens, n: 16, k: 32, count: 2}]\n";
constexpr const char* kTrace = "t_rel_s,input_tokens,output_tokens\n0,5,2\n0,3,3\n0,9,0\n";

}  // namespace

TEST_CASE("workload list has a line for every workload", "[workload]") {
  const ProgramResult result = run_program({"workload", "list"});

  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  for (const char* const name : {"deepbench", "bert-base", "llm-continuous"}) CHECK_THAT(result.out, Contains(name));
  CHECK(result.out.find("has errors") == std::string::npos);
}

// Steps of 4, 4, 2 and 1 rows.
TEST_CASE("workload show tells what a replay did and what it left out", "[workload]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", kTrace));
  const std::string file = folder.write("w.yaml", kReplay);

  const ProgramResult text = run_program({"workload", "show", file, "--limit", "1"});
  const ProgramResult json = run_program({"workload", "show", file, "--format", "json"});

  CHECK(text.exit_code == 0);
  CHECK(text.err == "notice: " + file +
                        ":5:21: shapes[0].replay.trace: 1 of 3 requests have no token in or out; they "
                        "failed and are left out\n");
  CHECK_THAT(text.out, Contains("replay of t.csv, continuous: 3 requests, 1 failed; 4 steps, 8 rows of prompts, 3 rows "
                                "of decoding\n"));
  CHECK_THAT(text.out, Contains("the first 1 of 3 items\n"));
  const auto shown = nlohmann::json::parse(json.out);
  CHECK(shown["items"] == 3);
  CHECK(shown["products"] == 8.0);
  CHECK(shown["replays"][0]["steps"] == 4);
  CHECK(shown["notices"].size() == 1);
  CHECK(shown["shapes"][2]["count"] == 4);
}

TEST_CASE("workload show as CSV is a workload again", "[workload]") {
  const TemporaryFolder folder;
  const ProgramResult csv = run_program({"workload", "show", "bert-base", "--format", "csv"});
  const std::string file = folder.write("again.csv", csv.out);

  const ProgramResult again = run_program({"workload", "show", file, "--format", "csv"});

  CHECK(csv.exit_code == 0);
  CHECK(csv.out.starts_with("m,n,k,batch,group,count,weight\n16,768,768,1,qkv_out,48,1\n"));
  CHECK(again.out == csv.out);
}

TEST_CASE("workload show names the nearest workload, and wrong flags", "[workload]") {
  const ProgramResult unknown = run_program({"workload", "show", "bert-bas"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.starts_with("unknown workload \"bert-bas\"; did you mean \"bert-base\"? known: "));
  CHECK(run_program({"workload", "show", "gpt2", "--limit", "0"}).err ==
        "--limit: \"0\" is not an integer in 1..1000000; see mikpoly workload show --help\n");
  CHECK(run_program({"workload", "show"}).err == "workload is required; see mikpoly workload show --help\n");
}

TEST_CASE("compare weighs a replay's shapes by their use and counts what came again", "[workload]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", kTrace));
  const std::string workload = folder.write("w.yaml", kReplay);
  const std::string experiment =
      folder.write("e.yaml", "schema: experiment/v1\nname: served\nhardware: toy\nworkload: " + workload +
                                 "\nselectors: [mikpoly, oracle]\npatterns: [[I]]\nseed: 1\n");
  const std::string out = (folder.path() / "out").string();

  const ProgramResult run = run_program({"run", experiment, "--out", out});
  const ProgramResult text = run_program({"compare", out});
  const ProgramResult json = run_program({"compare", out, "--format", "json"});

  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.err, Contains("notice: "));
  CHECK_THAT(text.out, Contains("toy, patterns I, each shape as often as it is used\n"));
  CHECK_THAT(text.out,
             Contains("served: 8 products seen, 3 distinct shapes with 3 values of m, 3 planned, 5 repeated\n"));
  const auto compared = nlohmann::json::parse(json.out);
  CHECK(compared["selectors"][0]["use"] == 8.0);
  CHECK(compared["selectors"][0]["use_regret"].get<double>() >= 1.0);
  CHECK(compared["workloads"][0]["repeated"] == 5.0);
}

}  // namespace mikpoly::test
