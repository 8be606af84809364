// Bad input: exit code and the whole message.
#include <filesystem>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

struct Case {
  std::vector<std::string> arguments;
  int exit_code;
  std::string message;
};

void check(const Case& wanted) {
  std::string line = "mikpoly";
  for (const std::string& argument : wanted.arguments) line += " " + argument;
  INFO(line);
  const ProgramResult result = run_program(wanted.arguments);
  CHECK(result.exit_code == wanted.exit_code);
  CHECK(result.err == wanted.message + "\n");
  CHECK(result.out.empty());
}

constexpr const char* kExplainFlags =
    "known: --help, -h, --hardware, --dtype, --set, --strict, --library, --selector, --patterns, --format";

constexpr const char* kVerbs =
    "run, compare, report, merge, status, explain, trace, export, tune, hw, workload, schema, validate, calibrate, "
    "simulate-tilings, table, "
    "gemm, bench, backends, doctor, selfcheck";

}  // namespace

TEST_CASE("Words that are no verb, flag or argument get one sentence with the nearest", "[bad_input]") {
  const Case cases[] = {
      {{}, 2, std::string("no verb given; known: ") + kVerbs},
      {{"rnu", "quickstart"}, 2, std::string("unknown verb \"rnu\"; did you mean \"run\"? known: ") + kVerbs},
      {{"rnu", "--help"}, 2, std::string("unknown verb \"rnu\"; did you mean \"run\"? known: ") + kVerbs},
      {{"hw", "show"}, 2, "hardware is required; see mikpoly hw show --help"},
      {{"hw", "shwo", "--help"},
       2,
       "unknown verb of hw \"shwo\"; did you mean \"show\"? known: list, show, check, new, probe"},
      {{"hw", "remove"}, 2, "unknown verb of hw \"remove\"; known: list, show, check, new, probe"},
      {{"hw", "list", "-help"}, 2, "unknown flag \"-help\"; did you mean \"--help\"? known: --help, -h"},
      {{"hw", "--all"}, 2, "unknown flag \"--all\"; known: --help, -h"},
      {{"schema"}, 2, "no verb of schema given; known: list, print"},
      {{"workload", "frob"}, 2, "unknown verb of workload \"frob\"; known: list, show"},
      {{"export", "plan"}, 2, "unknown verb of export \"plan\"; did you mean \"plans\"? known: kernels, plans"},
      {{"--verison"}, 2, "unknown flag \"--verison\"; did you mean \"--version\"? known: --help, -h, --version"},
      {{"explain", "4x4x4", "--hardwear", "toy"},
       2,
       std::string("unknown flag \"--hardwear\"; did you mean \"--hardware\"? ") + kExplainFlags},
      {{"explain", "4x4x4", "--hardware", "toy", "--selektor=wave"},
       2,
       std::string("unknown flag \"--selektor\"; did you mean \"--selector\"? ") + kExplainFlags},
      {{"explain", "4x4x4", "--hardware", "toy", "more"},
       2,
       "unexpected argument \"more\"; see mikpoly explain --help"},
      {{"explain", "4x4x4"}, 2, "--hardware is required; see mikpoly explain --help"},
      {{"trace", "4x4x4", "--hardware", "toy"}, 2, "--output is required; see mikpoly trace --help"},
      {{"run", "quickstart", "--jobs", "0"}, 2, "--jobs: \"0\" is not an integer in 1..4096; see mikpoly run --help"},
      {{"run", "quickstart", "--jobs", "two"},
       2,
       "--jobs: \"two\" is not an integer in 1..4096; see mikpoly run --help"},
      {{"tune", "--hardware", "toy", "--n-gen", "1025"},
       2,
       "--n-gen: \"1025\" is not an integer in 1..1024; see mikpoly tune --help"},
      {{"explain", "4x4x4", "--hardware", "toy", "--hardware", "toy"},
       2,
       "--hardware is given 2 times; give it once; see mikpoly explain --help"},
      {{"explain", "4x4x4", "--hardware", "toy", "--library", ""},
       2,
       "--library \"\" is empty; give a value or leave --library out"},
      {{"hw", "probe", "-o", ""}, 2, "--output \"\" is empty; give a value or leave --output out"},
      {{"gemm", "4x4x4", "--backend", "cpu", "--plan", ""},
       2,
       "--plan \"\" is empty; give a value or leave --plan out"},
      {{"bench", "case-study", "--backend", "cpu", "--out", ""},
       2,
       "--out \"\" is empty; give a value or leave --out out"},
      {{"trace", "64x64x64", "--hardware", "toy", "-o", "/dev/null", "--plan",
        "p1|II|f16_64x64x16@0-64:0-64:0-64|max_min"},
       2,
       "plan: \"p1|II|f16_64x64x16@0-64:0-64:0-64|max_min\" is not of its pattern: pattern \"II\" cuts the output into "
       "2, "
       "the plan into 1"},
      {{"bench", "--summary", "out", "--threads", "2"}, 2, "--summary measures nothing; --threads is not for it"},
      {{"explain", "4x4x4", "--hardware", "a\x1B[31mb.yaml"},
       2,
       "a\\x1B[31mb.yaml: cannot read the file: No such file or directory"},
      {{"run", "quickstart", "--resume", "--overwrite"}, 2, "--resume and --overwrite exclude each other; give one"},
  };
  for (const Case& wanted : cases) check(wanted);
}

TEST_CASE("Shapes that are none, or too large, are refused", "[bad_input]") {
  const auto refused = [](const std::string& shape, const std::string& message) {
    check({{"explain", shape, "--hardware", "toy"}, 2, message});
  };
  for (const char* shape : {"axbxc", "4x4", "4x4x4x4x4", "4x4x", "4.0x4x4", "99999999999999999999x1x1"}) {
    refused(shape,
            "GEMM shape \"" + std::string(shape) + "\" is not MxNxK (or BATCHxMxNxK) with extents in 0..1099511627776");
  }
  refused("4x-4x4", "GEMM shape \"4x-4x4\": extent n = -4 is not in 0..1099511627776");
  refused("1099511627777x1x1", "GEMM shape \"1099511627777x1x1\": extent m = 1099511627777 is not in 0..1099511627776");
  refused("1099511627776x4194305x1",
          "GEMM shape \"1099511627776x4194305x1\": m * n = 1099511627776 * 4194305 passes 2^62");
}

TEST_CASE("A product that the memory does not hold is not computed", "[bad_input]") {
  const ProgramResult result = run_program({"gemm", "4194304x4194304x1", "--backend", "reference"});
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.out, Contains("GiB of operands; allowed: half of the memory"));
}

TEST_CASE("Unknown names come with the nearest and all known ones", "[bad_input]") {
  const auto explain = [](const std::vector<std::string>& flags) {
    std::vector<std::string> arguments{"explain", "4x4x4", "--hardware", "toy"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const ProgramResult result = run_program(arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    return result.err;
  };

  CHECK_THAT(explain({"--selector", "mikpolly"}), Contains("unknown selector \"mikpolly\"; did you mean \"mikpoly\"?"));
  CHECK_THAT(explain({"--patterns", "I,X"}), Contains("unknown pattern \"X\""));
  CHECK_THAT(explain({"--dtype", "f17"}), Contains("unknown data type \"f17\"; did you mean \"f16\"?"));
  CHECK(explain({"--dtype", "f64"}) == "hardware \"toy\" does not compute on \"f64\"; it computes on: f16\n");
  CHECK(explain({"--format", "csv"}) == "unknown format \"csv\"; allowed: text, json\n");
  CHECK_THAT(explain({"--set", "pe.cuont=8"}), Contains("did you mean \"count\"?"));
  CHECK_THAT(explain({"--library", "/nowhere/x.yaml"}), Contains("/nowhere/x.yaml"));
  CHECK_THAT(run_program({"explain", "4x4x4", "--hardware", "tay"}).err, Contains("did you mean \"toy\"?"));
  CHECK_THAT(run_program({"run", "quikstart"}).err, Contains("did you mean \"quickstart\"?"));
}

TEST_CASE("A broken experiment names every fault with its place", "[bad_input]") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("broken.yaml",
                   "schema: experiment/v1\nname: broken\nhardware: [toy, toi]\nworkload: case-stidy\n"
                   "selectors: []\npatterns: all\nlimt: 3\n");

  const ProgramResult result = run_program({"run", file, "--out", folder.path() / "out"});

  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Contains(file + ":3:17: hardware[1]: unknown hardware \"toi\"; did you mean \"toy\"?"));
  CHECK_THAT(result.err, Contains(file + ":4:11: workload: unknown workload \"case-stidy\"; did you mean"));
  CHECK_THAT(result.err, Contains(file + ":5:12: selectors: the list is empty; an experiment needs at least one\n"));
  CHECK_THAT(result.err, Contains(file + ":7:1: limt: unknown key; did you mean \"limit\"?"));
  CHECK(!std::filesystem::exists(folder.path() / "out"));
}

TEST_CASE("What cannot be written is said before the work", "[bad_input]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");

  const ProgramResult run = run_program({"run", "quickstart", "--out", file});
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("cannot be written: Not a directory"));

  const ProgramResult trace = run_program({"trace", "4x4x4", "--hardware", "toy", "-o", file + "/t.json"});
  CHECK(trace.exit_code == 2);
  CHECK_THAT(trace.err, Contains("cannot write \"" + file + "/t.json\": Not a directory"));

  const ProgramResult tune = run_program({"tune", "--hardware", "toy", "-o", file + "/l.yaml"});
  CHECK(tune.exit_code == 2);
  CHECK_THAT(tune.err, Contains("\"" + file + "/l.yaml\": Not a directory"));

  const std::string plan = folder.write("x.plan", "p1|I");
  const ProgramResult planned =
      run_program({"trace", "4x4x4", "--hardware", "toy", "-o", folder.path() / "t.json", "--plan", plan});
  CHECK(planned.exit_code == 2);
  CHECK_THAT(planned.err, Contains(plan + ": plan"));

  const ProgramResult here = run_program({"tune", "--backend", "cpu", "-o", file + "/l.yaml"});
  CHECK(here.exit_code == 2);
  CHECK(here.err == "cannot write \"" + file + "/l.yaml\": Not a directory\n");
}

TEST_CASE("hw new and hw probe refuse names, files and instruction sets before they measure", "[bad_input]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "mine");

  check({{"hw", "new", "a/b"}, 2, R"("a/b" is not a name of letters, digits, "_", "-" and ".")"});
  check(
      {{"hw", "new", "mine", "-o", file}, 2, "cannot write \"" + file + "\": it is there already; give another name"});
  check({{"hw", "probe", "-o", file + "/here.yaml"}, 2, "cannot write \"" + file + "/here.yaml\": Not a directory"});
  check({{"hw", "probe", "--isa", "avx3"},
         2,
         "unknown instruction set \"avx3\"; did you mean \"avx2\"? known: portable, avx2, avx512"});
}

TEST_CASE("compare refuses folders without exactly one run", "[bad_input]") {
  const TemporaryFolder folder;
  const std::string path = folder.path();

  check({{"compare", path + "/none"},
         2,
         "run \"" + path + "/none\" is not a folder; give one that holds exactly one run"});
  check({{"compare", path}, 2, "folder \"" + path + "\" holds no run (no run.json at or below it)"});
}

TEST_CASE("A gate is checked before the work", "[bad_input]") {
  check(
      {{"run", "quickstart", "--fail-if", "regret_p95 => 1"},
       2,
       "gate condition \"regret_p95 => 1\" is not [SELECTOR.]VARIABLE OP NUMBER with OP one of >, >=, <, <=, ==, !="});
  CHECK_THAT(run_program({"run", "quickstart", "--fail-if", "mikpolly.regret_p95 > 1"}).err,
             Contains("gate selector \"mikpolly\" is not in this run; did you mean \"mikpoly\"? known: "));
  CHECK_THAT(run_program({"run", "quickstart", "--fail-if", "regret_p59 > 1"}).err,
             Contains("unknown gate variable \"regret_p59\"; did you mean \"regret_p95\"?"));
}

TEST_CASE("A backend that cannot run experiments has its own exit code", "[bad_input]") {
  check({{"run", "quickstart", "--set", "backend=cuda"},
         4,
         "backend \"cuda\" runs no experiments here; available: npu, gpu_sim, cpu, table"});
}

}  // namespace mikpoly::test
