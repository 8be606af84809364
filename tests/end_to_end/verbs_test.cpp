// Every verb: its help, its example, and what it prints.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/wait.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

TEST_CASE("Help and version are results: exit code 0, on stdout", "[verbs]") {
  const std::vector<std::vector<std::string>> asked{
      {"--help"},          {"run", "--help"},  {"compare", "--help"}, {"explain", "--help"},  {"trace", "--help"},
      {"tune", "--help"},  {"gemm", "--help"}, {"bench", "--help"},   {"backends", "--help"}, {"workload", "--help"},
      {"report", "--help"}};
  for (const std::vector<std::string>& arguments : asked) {
    const ProgramResult result = run_program(arguments);
    INFO(arguments.front());
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    if (arguments.size() == 2) CHECK_THAT(result.out, Contains("Example"));
  }
  CHECK_THAT(run_program({"--version"}).out, Contains("mikpoly "));
}

TEST_CASE("a plan printed by one verb is replayed by another, from text and from a file", "[trace]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "trace.json";
  const std::string plan = "p1|II|f16_32x32x32@0-64:0-96:0-256|f16_16x16x64@64-96:0-96:0-256|max_min";
  const std::string written = folder.path() / "plan.txt";
  std::ofstream(written) << plan << "\n";
  for (const std::string& given : {plan, written}) {
    const ProgramResult result = run_program({"trace", "96x96x256", "--hardware", "toy", "--plan", given, "-o", file});

    CHECK(result.exit_code == 0);
    CHECK(result.out.find("plan " + plan) != std::string::npos);
  }
  const ProgramResult wrong = run_program({"trace", "97x96x256", "--hardware", "toy", "--plan", plan, "-o", file});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err ==
        "plan: \"" + plan + "\" does not cover the shape: the regions leave a part of 97x96x256 uncovered\n");
}

TEST_CASE("trace writes Chrome JSON with complete events", "[trace]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "trace.json";

  const ProgramResult result = run_program({"trace", "96x96x256", "--hardware", "toy", "-o", file});

  CHECK(result.exit_code == 0);
  const auto json = nlohmann::json::parse(read_all(file));
  CHECK(!json["traceEvents"].empty());
}

TEST_CASE("tune writes a library that explain takes silently, and no other machine does", "[tune]") {
  const TemporaryFolder folder;
  const std::string library = folder.path() / "toy.yaml";

  const ProgramResult tuned = run_program({"tune", "--hardware", "toy", "--n-mik", "8", "-o", library});
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.out, Contains("kept 8; "));
  CHECK_THAT(tuned.out, Contains("library written to " + library) && !Contains("rank"));
  CHECK_THAT(run_program({"tune", "--hardware", "toy", "--n-mik", "8", "--kernels", "-o", library}).out,
             Contains("rank  kernel"));

  const ProgramResult used = run_program({"explain", "64x64x64", "--hardware", "toy", "--library", library});
  CHECK(used.exit_code == 0);
  CHECK(used.err.empty());

  const ProgramResult foreign = run_program({"explain", "64x64x64", "--hardware", "ascend910a", "--library", library});
  CHECK(foreign.exit_code == 2);
  CHECK_THAT(foreign.err,
             Contains("library \"" + library + "\" was made for hardware \"toy\"; needed: ascend910a f16") &&
                 Contains("; mikpoly tune --hardware"));

  const ProgramResult changed =
      run_program({"explain", "64x64x64", "--hardware", "toy", "--set", "pe.count=8", "--library", library});
  CHECK(changed.exit_code == 2);
  CHECK_THAT(changed.err, Contains("was made for another version of the hardware file"));
}

TEST_CASE("tune without hardware is for this machine's cores, and asks for what it lacks", "[tune]") {
  const ProgramResult none = run_program({"tune"});
  CHECK(none.exit_code == 2);
  CHECK(none.err == "--hardware is required; see mikpoly tune --help\n");
  CHECK(run_program({"tune", "--backend", "cpu", "--trans", "TN"}).err ==
        "unknown operand layout \"TN\"; did you mean \"NN\"? known: NN, NN-paged, NN-far, NT, NT-paged, NN-packed\n");
  CHECK(run_program({"tune", "--backend", "cpu", "--set", "pe.count=1"}).exit_code == 2);
  CHECK(run_program({"tune", "--backend", "cpu", "--isa", "mmx"}).exit_code == 4);
  CHECK(run_program({"tune", "--backend", "cpu", "--n-gen", "3"}).err ==
        "--n-gen is for tuning with the simulator, not for cpu\n");
  CHECK(run_program({"tune", "--backend", "cpu", "--n-pred", "3"}).exit_code == 2);
  const ProgramResult many = run_program({"tune", "--backend", "cpu", "--threads", "100000"});
  CHECK(many.exit_code == 2);
  CHECK_THAT(many.err, Contains("--threads: \"100000\" is not an integer in 0.."));
  CHECK(run_program({"tune", "--hardware", "toy", "--quick"}).err ==
        "--quick is for tuning on this machine's cores, --backend cpu\n");
}

// Stopped between two candidates, started again and stopped in the next layout: then the first one is made, and its
// journal stays, for the third run would time nothing of it again.
TEST_CASE("a tuning that was stopped says so, and goes on where it was", "[tune]") {
  const TemporaryFolder folder;
  ::setenv("MIKPOLY_LIBRARIES", folder.path().c_str(), 1);
  const std::string isa = __builtin_cpu_supports("avx2") != 0 ? "avx2" : "portable";
  const std::string library = folder.path() / fmt::format("cpu-{}-f32-nn.yaml", isa);
  const std::string journal = library + ".journal";
  const std::vector<std::string> tune{"tune", "--backend", "cpu", "--isa", isa, "--quick"};
  const auto lines_of = [&] {
    std::ifstream in(journal);
    std::set<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.insert(line);
    return lines;
  };

  const ProgramResult stopped = run_program(tune, {.interruption = {.signal = SIGTERM, .file = journal}});
  CHECK(stopped.exit_code == 75);
  CHECK_THAT(stopped.err, Contains("stopped after ") && Contains(journal + " and the same command goes on"));
  const std::set<std::string> first = lines_of();
  CHECK(first.size() > 1);  // the header, and times

  const std::string paged = folder.path() / fmt::format("cpu-{}-f32-nn-paged.yaml.journal", isa);
  const ProgramResult again = run_program(tune, {.interruption = {.signal = SIGTERM, .file = paged}});
  CHECK(again.exit_code == 75);
  CHECK_THAT(again.err, Contains("samples were taken over from " + journal));
  CHECK(std::filesystem::exists(library));
  ::unsetenv("MIKPOLY_LIBRARIES");
  const std::set<std::string> second = lines_of();
  CHECK(second.size() > first.size());
  CHECK(std::includes(second.begin(), second.end(), first.begin(), first.end()));
}

TEST_CASE("hw new writes a file that hw check takes", "[hw]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "mine.yaml";

  CHECK(run_program({"hw", "new", "mine", "-o", file}).out == "hardware file written to " + file + "\n");
  CHECK(run_program({"hw", "check", file, "--strict"}).out == "ok\n");
  // The first line names the schema as seen from where the file lies.
  const auto below_first_line = [](const std::string& text) { return text.substr(text.find('\n')); };
  const std::string printed = run_program({"hw", "new", "mine"}).out;
  CHECK(
      printed.starts_with("# yaml-language-server: $schema=configs/schemas/hardware.schema.json\nschema: hardware/v1"));
  CHECK(below_first_line(printed) == below_first_line(read_all(file)));
}

// Measures for some seconds. Other work may make the readings vary, which the program then says on stderr.
TEST_CASE("hw probe describes this machine in a file that check, show and explain take", "[hw]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "here.yaml";

  const ProgramResult probed = run_program({"hw", "probe", "-o", file});

  CHECK(probed.exit_code == 0);
  CHECK(probed.out == "hardware file written to " + file + "\n");
  CHECK(run_program({"hw", "check", file, "--strict"}).out == "ok\n");
  const auto shown = nlohmann::json::parse(run_program({"hw", "show", file, "--format", "json"}).out);
  CHECK(shown["backend"] == "cpu");
  CHECK(shown["pe"]["count"] >= 1);
  for (const auto& number : shown["values"]) CHECK(number["kind"] != "");
  const ProgramResult dynamic = run_program({"explain", "64x64x64", "--hardware", file, "--patterns", "I"});
  CHECK(dynamic.exit_code == 0);
  const ProgramResult simulated =
      run_program({"explain", "64x64x64", "--hardware", file, "--patterns", "I", "--set", "dispatch.policy=static"});
  CHECK(simulated.exit_code == 0);
  CHECK_THAT(simulated.out, Contains("simulated: "));
}

TEST_CASE("backends says what runs here, and of the rest what brings it", "[backends]") {
  const ProgramResult text = run_program({"backends"});
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Contains("reference") && Contains("triple loop accumulating in double"));

  const auto json = nlohmann::json::parse(run_program({"backends", "--format", "json"}).out);
  int run = 0;
  for (const auto& backend : json) {
    const std::string detail = backend["detail"];
    INFO(backend["backend"]);
    CHECK_FALSE(detail.empty());
    if (!backend["runs_here"]) CHECK_THAT(detail, Contains("brings it") || Contains("needed"));
    run += backend["runs_here"] ? 1 : 0;
  }
  CHECK(run >= 2);  // the reference and Eigen need nothing
}

TEST_CASE("schemas are printed as JSON, as a table and as CSV, unknown ones named", "[schema]") {
  CHECK(nlohmann::json::parse(run_program({"schema", "print", "workload"}).out)["title"] ==
        "Shapes (mikpoly workload/v1)");
  CHECK_THAT(run_program({"schema", "print", "results", "--format", "text"}).out, Contains("time_source"));
  CHECK_THAT(run_program({"schema", "print", "library", "--format", "csv"}).out,
             Contains("key,need,value,what it is\nschema,required,library/v1,the format of the file\n"));
  CHECK_THAT(run_program({"schema", "list"}).out, Contains("experiment  What to run"));
  const ProgramResult unknown = run_program({"schema", "print", "hardwar"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "unknown schema \"hardwar\"; did you mean \"hardware\"? known: hardware, workload, experiment, library, "
        "results\n");
}

TEST_CASE("kernels and plans are exported with their schema", "[export]") {
  const auto kernels =
      nlohmann::json::parse(run_program({"export", "kernels", "--hardware", "a100-40", "--format", "triton"}).out);
  CHECK(kernels["schema"] == "mikpoly-kernels/v1");
  CHECK(kernels["configs"].size() + kernels["left_out"].size() == 40);
  const auto plans = nlohmann::json::parse(
      run_program({"export", "plans", "case-study", "--hardware", "toy", "--limit", "2", "--patterns", "I"}).out);
  CHECK(plans["schema"] == "mikpoly-plans/v1");
  CHECK(plans["plans"].size() == 2);
  CHECK(run_program({"export", "plans", "case-study", "--hardware", "toy", "--limit", "0"}).exit_code == 2);
  const auto declined = nlohmann::json::parse(run_program({"export", "plans", "case-study", "--hardware", "ascend910a",
                                                           "--limit", "1", "--selector", "stream_k"})
                                                  .out);
  CHECK(declined["plans"][0]["declined"] ==
        "ascend910a deals tasks out beforehand; stream_k divides blocks that are dispatched");
  CHECK(!declined["plans"][0].contains("plan"));
}

TEST_CASE("Standard output that cannot be written is an error", "[verbs]") {
  if (!std::filesystem::exists("/dev/full")) return;
  const std::string command = environment("MIKPOLY_BINARY") + " explain 4x4x4 --hardware toy >/dev/full 2>/dev/null";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 2);
}

}  // namespace mikpoly::test
