// What `mikpoly explain` says of a choice.
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

TEST_CASE("explain shows the plan, its terms, the runner-up and what would flip the choice", "[explain]") {
  const ProgramResult text = run_program({"explain", "100x70x500", "--hardware", "toy", "--patterns", "I,II"});

  CHECK(text.exit_code == 0);
  for (const char* part : {"chosen by mikpoly: pattern", "p1|", "simulated: ", "bound by", "runner-up, by ",
                           "what would flip the choice", "all candidates compared"}) {
    CHECK_THAT(text.out, Contains(part));
  }
}

TEST_CASE("explain as JSON holds the same, and its terms add up", "[explain]") {
  const ProgramResult result = run_program({"explain", "100x70x500", "--hardware", "toy", "--format", "json"});
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out);

  double sum = 0.0;
  for (const auto& term : json["chosen"]["terms"]) sum += term["amount"].get<double>();
  CHECK(sum == Approx(json["chosen"]["cost"].get<double>()));
  CHECK(json["objective"]["name"] == "mikpoly");
  REQUIRE(!json["rivals"].empty());
  CHECK(json["rivals"][0]["cost"].get<double>() >= json["chosen"]["cost"].get<double>());
  CHECK(!json["flips"].empty());
}

TEST_CASE("A shape without output has an empty plan and no error", "[explain]") {
  for (const char* shape : {"0x5x5", "5x0x5", "0x5x5x5"}) {
    const ProgramResult result = run_program({"explain", shape, "--hardware", "toy"});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, Contains("the shape has no output: the plan is empty and takes no time"));
  }
  CHECK(run_program({"explain", "5x5x0", "--hardware", "toy"}).exit_code == 0);
}

TEST_CASE("explain names the patterns that were searched: of a selector with one kernel, one", "[explain]") {
  for (const std::string selector : {"bucketed", "ranges-128", "symbolic", "best-tile"}) {
    const std::vector<std::string> call{"explain", "64x64x64", "--hardware", "toy", "--selector", selector};
    INFO(selector);

    CHECK_THAT(run_program(call).out, Contains("over pattern I\n") && !Contains(selector + " with II"));
  }
  CHECK_THAT(run_program({"explain", "64x64x64", "--hardware", "toy", "--patterns", "I,II"}).out,
             Contains("minimising mikpoly, over patterns I II\n"));
}

TEST_CASE("a machine with a hardware block scheduler is planned for, simulated and traced", "[explain]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.json";
  const ProgramResult result =
      run_program({"explain", "4096x1024x4096", "--hardware", "a100-40", "--patterns", "I,II"});
  const ProgramResult vendor =
      run_program({"explain", "105x1024x12544", "--hardware", "a100-80", "--selector", "vendor"});
  const ProgramResult trace = run_program({"trace", "300x300x300", "--hardware", "a100-40", "-o", file});

  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("chosen by mikpoly: pattern") && Contains("simulated: "));
  CHECK(vendor.exit_code == 0);
  CHECK_THAT(vendor.out, Contains("minimising simulated time") && Contains("@0-105:0-1024:0-12544/"));
  CHECK(trace.exit_code == 0);
  CHECK(nlohmann::json::parse(std::ifstream(file))["otherData"]["events_cut"] == 0);
}

TEST_CASE("explain costs a plan of a cpu class with the library that is shipped for it", "[explain]") {
  const ProgramResult planned = run_program(
      {"explain", "105x333x512", "--hardware", "cpu-avx512", "--selector", "makespan", "--patterns", "I,II"});
  CHECK(planned.exit_code == 0);
  CHECK(planned.err.empty());
  CHECK_THAT(planned.out, Contains("105x333x512 f32 on cpu-avx512: selector makespan") && Contains("_avx512-") &&
                              Contains("tasks of the last worker, back to back"));

  const ProgramResult foreign = run_program(
      {"explain", "8x8x8", "--hardware", "cpu-avx512", "--library", "configs/libraries/cpu-avx2-f32-nn.yaml"});
  CHECK(foreign.exit_code == 2);
  CHECK_THAT(foreign.err,
             Contains("was made for hardware \"cpu-avx2\", instruction set \"avx2\"; needed: instruction set avx512"));

  const ProgramResult changed = run_program({"explain", "8x8x8", "--hardware", "cpu-avx512", "--set", "pe.count=3"});
  CHECK(changed.exit_code == 0);
  CHECK_THAT(changed.err, Contains("was made for another hardware description, of \"cpu-avx512\"") &&
                              Contains("mikpoly tune --hardware"));
}

TEST_CASE("explain names the constants that flip a choice in text and JSON", "[explain]") {
  const std::vector<std::string> call{"explain", "2304x1024x4096", "--hardware", "ascend910a"};
  CHECK_THAT(run_program(call).out, Contains("  pe.count               32           31                -3.1 %"));
  std::vector<std::string> as_json = call;
  as_json.insert(as_json.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(run_program(as_json).out);
  CHECK(json["constants"]["flips"][0]["path"] == "pe.count");
  CHECK(json["constants"]["flips"][0]["flips_at"] == "31");
  CHECK(json["chosen"]["regions"].size() == 3);
}

}  // namespace mikpoly::test
