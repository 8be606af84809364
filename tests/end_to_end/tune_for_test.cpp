// `mikpoly tune --for`: kernels for a workload, what is said of them, and where their library is used.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

/// A workload file in a folder of its own.
class WorkloadFile {
 public:
  explicit WorkloadFile(const std::string& shapes, const std::string& name = "lengths") {
    std::ofstream(path()) << "schema: workload/v1\nname: " << name << "\nsource: a test\nshapes:\n" << shapes;
  }
  [[nodiscard]] std::string path() const { return folder_.path() / "lengths.yaml"; }
  [[nodiscard]] std::string library() const { return folder_.path() / "library.yaml"; }

 private:
  TemporaryFolder folder_;
};

const std::string kLengths =
    "  - {m: 32..1024:32, n: [256, 512, 768, 1024], k: 256}\n  - {m: [1, 2, 4], n: 256, k: 768, weight: 3}\n";

std::vector<std::string> tune_toy(const WorkloadFile& workload, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"tune",  "--hardware",    "toy", "--n-mik",         "6",
                                     "--for", workload.path(), "-o",  workload.library()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Of a refused tuning, which prints nothing and writes no library.
std::string refusal(const WorkloadFile& workload, const std::vector<std::string>& more = {}) {
  const ProgramResult result = run_program(tune_toy(workload, more));
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_FALSE(std::filesystem::exists(workload.library()));
  return result.err;
}

}  // namespace

TEST_CASE("tune --for says what is gained on the workload, on held-out halves, and lost outside", "[tune]") {
  const WorkloadFile workload(kLengths);

  const ProgramResult result = run_program(tune_toy(workload));

  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  for (const char* part : {"workload lengths: 131 items, 131 distinct shapes\n", "kept 6 kernels for it, ",
                           " of them as in the general set of 6; synthetic shapes had 10 % of the weight\n",
                           "half 1, chosen for half 0", "half 0, chosen for half 1", "log-uniform-500", "deepbench",
                           "predicted", "simulated", "within 1 %", "held out"}) {
    CHECK_THAT(result.out, Contains(part));
  }
  CHECK_THAT(result.out, Contains("library written to " + workload.library() + "\n"));
}

TEST_CASE("tune --for as JSON holds the same, and two runs write the same bytes", "[tune]") {
  const WorkloadFile workload(kLengths);

  const ProgramResult first = run_program(tune_toy(workload, {"--format", "json", "--general-share", "0"}));
  const ProgramResult again = run_program(tune_toy(workload, {"--format", "json", "--general-share", "0"}));

  REQUIRE(first.exit_code == 0);
  CHECK(first.out == again.out);
  const auto json = nlohmann::json::parse(first.out)["libraries"][0];
  CHECK(json["library"] == workload.library());
  CHECK(json["kernels"].size() == 6);
  const auto& of = json["workload"];
  CHECK(of["name"] == "lengths");
  CHECK(of["general_share"] == 0.0);
  CHECK(of["shapes"] == 131);
  REQUIRE(of["judged"].size() == 5);
  REQUIRE(of["judged"][0]["times"].size() == 3);
  CHECK(of["judged"][0]["weight"] == Approx(1.0));
  CHECK(of["judged"][0]["times"][0]["time_source"] == "predicted");
  CHECK(of["judged"][0]["times"][0]["gain"].get<double>() >= 0.0);
  CHECK(of["judged"][0]["times"][2]["time_source"] == "simulated");
  CHECK(of["judged"][4]["outside"] == true);
  CHECK(of["regret_by_kernels"]["held_out"].size() == 6);
}

TEST_CASE("tune --format json without a workload reports the same library as the text", "[tune]") {
  const TemporaryFolder folder;
  const std::string library = folder.path() / "toy.yaml";
  const ProgramResult result =
      run_program({"tune", "--hardware", "toy", "--n-mik", "3", "--format", "json", "-o", library});
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out)["libraries"][0];
  CHECK(json["library"] == library);
  CHECK(json["kernels"].size() == 3);
  CHECK_FALSE(json.contains("workload"));
  CHECK(run_program({"tune", "--hardware", "toy", "--format", "csv", "-o", library}).err ==
        "unknown format \"csv\"; allowed: text, json\n");
}

TEST_CASE("a library for a workload is used by path, with a word on its workload", "[tune]") {
  const WorkloadFile workload(kLengths);
  REQUIRE(run_program(tune_toy(workload)).exit_code == 0);

  const ProgramResult result =
      run_program({"explain", "96x768x256", "--hardware", "toy", "--library", workload.library()});

  CHECK(result.exit_code == 0);
  CHECK(result.err == fmt::format("library \"{}\" was chosen for the workload \"lengths\"\n", workload.library()));
}

TEST_CASE("a library for a workload is not written where one for every shape is looked for", "[tune]") {
  const WorkloadFile workload(kLengths);
  const ProgramResult result = run_program(
      {"tune", "--hardware", "toy", "--for", workload.path(), "-o", "./configs/hardware/../libraries/toy-f16.yaml"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "\"./configs/hardware/../libraries/toy-f16.yaml\" is where a library for every shape is looked for; one for "
        "the workload \"lengths\" has to stand elsewhere\n");

  const TemporaryFolder folder;
  ::setenv("MIKPOLY_LIBRARIES", folder.path().c_str(), 1);
  const std::string found = folder.path() / "cpu-portable-f32-nn.yaml";
  const ProgramResult cpu =
      run_program({"tune", "--backend", "cpu", "--isa", "portable", "--for", workload.path(), "-o", found});
  ::unsetenv("MIKPOLY_LIBRARIES");
  CHECK(cpu.exit_code == 2);
  CHECK_THAT(cpu.err, Contains("\"" + found + "\" is where a library for every shape is looked for"));
}

TEST_CASE("tune --for refuses workloads that say nothing about kernels", "[tune]") {
  CHECK(refusal(WorkloadFile("  - {m: 8, n: 8, k: 8, weight: 0}\n  - {m: 0, n: 8, k: 8}\n")) ==
        "workload \"lengths\" has no weight to choose kernels by: 2 of its 2 items have an extent or a count times "
        "weight of 0; at least one needs both\n");
  CHECK_THAT(refusal(WorkloadFile("  - {m: 8, n: 8, k: 8, weight: -2}\n")),
             Contains("lengths.yaml:5:32: shapes[0].weight: \"-2\" is not a weight in 0..1e12\n"));
  CHECK_THAT(refusal(WorkloadFile("  - {m: 2147483648, n: 2147483648, k: 2147483648}\n")),
             Contains("takes longer than 13 days (2^60 ps) on toy"));
}

TEST_CASE("tune --for names what is unknown, and what is not for it", "[tune]") {
  const ProgramResult unknown = run_program({"tune", "--hardware", "toy", "--for", "depbench"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Contains("\"depbench\"") && Contains("did you mean \"deepbench\"?"));
  CHECK(run_program({"tune", "--hardware", "toy", "--for", ""}).err ==
        "--for \"\" is empty; give a value or leave --for out\n");
  const WorkloadFile workload(kLengths);
  CHECK(refusal(workload, {"--dtype", "f64"}) == "hardware \"toy\" does not compute on \"f64\"; it computes on: f16\n");
  CHECK(refusal(workload, {"--general-share", "1.5"}) ==
        "the share \"1.5\" of the synthetic shapes is not at least 0 and below 1\n");
  CHECK(run_program({"tune", "--hardware", "toy", "--general-share", "0.5"}).err ==
        "--general-share is for tuning --for a workload\n");
  CHECK(run_program({"tune", "--backend", "cpu", "--for", "depbench"}).exit_code == 2);
}

}  // namespace mikpoly::test
