// bench and gemm as a person calls them, with backends that are always here.
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/config/csv_reader.hpp"
#include "core/planner/selector.hpp"
#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kThreeShapes = "m,n,k,group\n5,7,3,tiny\n40,30,20,small\n1,64,16,small\n";

struct BenchCall {
  TemporaryFolder folder;
  std::string workload = folder.write("three.csv", kThreeShapes);

  [[nodiscard]] ProgramResult run(std::vector<std::string> more) const {
    std::vector<std::string> words{"bench", workload,       "--backend", "reference",
                                   "--set", "round=100 us", "--out",     (folder.path() / "out").string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }

  [[nodiscard]] fs::path run_folder() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "out" / "bench-three")) {
      return entry.path();
    }
    return {};
  }
};

}  // namespace

TEST_CASE("bench measures every shape on every backend, in every process, and says where the rows are", "[bench]") {
  const BenchCall call;

  const ProgramResult result = call.run({"--peers", "eigen", "--repeat", "2", "--rounds", "2", "--no-figure"});

  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.out, Contains("three: reference against eigen; warm, plain calls, NN, f32, 1 thread, 2 processes"));
  CHECK_THAT(result.out, Contains("rows in " + call.run_folder().string()));
  const CsvTable table = load_csv((call.run_folder() / "bench.csv").string());
  CHECK(table.rows.size() == 3 * 2 * 2);
  const auto disposition = static_cast<std::size_t>(table.column("disposition"));
  const auto limit = static_cast<std::size_t>(table.column("of_limit"));
  for (const CsvRow& row : table.rows) {
    CHECK(row.fields[disposition] == "passed");
    CHECK(!row.fields[limit].empty());
  }
  const auto manifest = nlohmann::json::parse(read_all(call.run_folder() / "run.json"));
  CHECK(manifest["inputs"].contains("backend eigen"));
}

TEST_CASE("bench measures a backend alone, in processes too", "[bench]") {
  const BenchCall call;
  const ProgramResult result = call.run({"--repeat", "2", "--rounds", "1", "--no-figure"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(load_csv((call.run_folder() / "bench.csv").string()).rows.size() == 3 * 2);
}

TEST_CASE("bench needs no peer, and a finished bench is resumed without measuring", "[bench]") {
  const BenchCall call;

  const ProgramResult first = call.run({"--no-figure", "--trans", "NT", "--format", "json"});
  const ProgramResult refused = call.run({"--no-figure", "--trans", "NT", "--format", "json"});
  const ProgramResult resumed = call.run({"--no-figure", "--trans", "NT", "--format", "json", "--resume"});

  CHECK(first.exit_code == 0);
  CHECK(nlohmann::json::parse(first.out)["groups"].size() == 3);
  CHECK(refused.exit_code == 2);
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.out == first.out);
  const std::string run = call.run_folder().string();
  CHECK(run_program({"bench", "--summary", run, "--format", "json"}).out == first.out);
  const ProgramResult twice = run_program({"bench", "--summary", run, run + "/."});
  CHECK(twice.exit_code == 2);
  CHECK_THAT(twice.err, Contains("is given twice; its processes would count twice"));
  CHECK_THAT(run_program({"compare", run}).err, Contains("is a bench, not a run"));
}

TEST_CASE("every mode has rows; a backend that packs nothing is skipped", "[bench]") {
  for (const char* mode : {"cold", "first", "prepared", "packed"}) {
    const BenchCall call;
    const ProgramResult result = call.run({"--no-figure", "--mode", mode, "--rounds", "1", "--set", "rotating=64 KiB"});
    CAPTURE(mode, result.err);
    CHECK(result.exit_code == 0);
    CHECK(load_csv((call.run_folder() / "bench.csv").string()).rows.size() == 3);
  }
}

TEST_CASE("gemm checks the values of all backends and times them", "[gemm]") {
  const ProgramResult text = run_program({"gemm", "13x20x30", "--backend", "reference", "--peers", "eigen"});
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Contains("13x20x30 f32 NN, 1 thread, warm, plain calls"));
  CHECK_THAT(text.out, Contains("passed: 260 of 260 entries"));
  CHECK_THAT(text.out, Contains("reference: triple loop"));

  const ProgramResult json =
      run_program({"gemm", "2x13x20x30", "--backend", "reference", "--trans", "TT", "--format", "json"});
  const auto parsed = nlohmann::json::parse(json.out);
  CHECK(parsed["backends"][0]["disposition"] == "passed");
  CHECK(parsed["backends"][0]["entries_checked"] == 520);
  CHECK(parsed["backends"][0]["time_source"] == "wall_clock");
}

TEST_CASE("gemm takes shapes without output and without reduction", "[gemm]") {
  for (const char* shape : {"0x5x5", "5x0x5", "5x5x0", "0x5x5x5"}) {
    CAPTURE(shape);
    CHECK(run_program({"gemm", shape, "--backend", "reference"}).exit_code == 0);
  }
}

TEST_CASE("gemm on the cpu shows its plan with what was predicted, and replays it", "[gemm]") {
  const TemporaryFolder folder;
  const auto chosen = nlohmann::json::parse(
      run_program({"gemm", "70x90x110", "--backend", "cpu", "--threads", "2", "--format", "json"}).out);
  const auto& plan = chosen["backends"][0]["plan"];
  CHECK(chosen["calls"] == "plain");
  CHECK(plan["chosen_by"] == "makespan");
  CHECK(plan["predicted_makespan_us"] > 0.0);

  const std::string text = plan["text"];
  const std::string file = folder.path() / "plan.txt";
  std::ofstream(file) << text << "\n";
  for (const std::string& given : {text, file}) {
    const ProgramResult replayed =
        run_program({"gemm", "70x90x110", "--backend", "cpu", "--threads", "2", "--plan", given});
    CHECK(replayed.exit_code == 0);
    CHECK_THAT(replayed.out, Contains("prepared calls") && Contains("plan, given: pattern") && Contains(text));
    CHECK_THAT(replayed.out, Contains("predicted by makespan: ") && Contains("passed: "));
  }
}

TEST_CASE("every selector plans for the cpu", "[gemm]") {
  for (const std::string& selector : selectors().names()) {
    CAPTURE(selector);
    const ProgramResult result =
        run_program({"gemm", "33x65x70", "--backend", "cpu", "--selector", selector, "--format", "json"});
    REQUIRE(result.exit_code == 0);
    const auto row = nlohmann::json::parse(result.out)["backends"][0];
    CHECK(row["disposition"] == "passed");
    CHECK(row["plan"]["chosen_by"] == selector);
  }
}

TEST_CASE("a plan of a product of one column is of its transpose", "[gemm]") {
  const auto chosen =
      run_program({"gemm", "90x1x70", "--backend", "cpu", "--selector", "makespan", "--format", "json"});
  const std::string text = nlohmann::json::parse(chosen.out)["backends"][0]["plan"]["text"];
  CHECK_THAT(text, Contains("@0-1:0-90:0-70"));
  CHECK(run_program({"gemm", "90x1x70", "--backend", "cpu", "--plan", text}).exit_code == 0);
}

TEST_CASE("gemm on the cpu computes without a plan what needs none", "[gemm]") {
  for (const char* shape : {"3x4x5", "5x0x5", "5x5x0"}) {
    CAPTURE(shape);
    const ProgramResult result = run_program({"gemm", shape, "--backend", "cpu"});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, Contains("no plan: "));
  }
  CHECK(run_program({"gemm", "5x5x0", "--backend", "cpu", "--selector", "wave"}).exit_code == 0);
  const ProgramResult given = run_program({"gemm", "5x5x0", "--backend", "cpu", "--plan", "none.txt"});
  CHECK(given.exit_code == 2);
  CHECK_THAT(given.err, Contains("computed without a plan"));
}

TEST_CASE("bench and gemm refuse what they do not know, in one sentence", "[bad_input]") {
  const BenchCall call;
  const auto refused = [](const ProgramResult& result, int code, const std::string& message) {
    CHECK(result.exit_code == code);
    CHECK_THAT(result.err, Contains(message));
    CHECK(result.out.empty());
  };

  refused(run_program({"bench", "no-such", "--backend", "reference"}), 2, "unknown workload \"no-such\"");
  refused(run_program({"bench", "--backend", "reference"}), 2, "no workload given");
  refused(run_program({"bench", call.workload}), 2, "no backend given");
  refused(call.run({"--mode", "wram"}), 2, "unknown mode \"wram\"; did you mean \"warm\"?");
  refused(call.run({"--peers", "eigne"}), 2, "unknown backend \"eigne\"; did you mean \"eigen\"?");
  refused(call.run({"--peers", "eigen,,blis"}), 2, "--peers \"eigen,,blis\" has an empty name");
  refused(call.run({"--threads", "0"}), 2, "--threads: \"0\" is not an integer in 1..");
  refused(call.run({"--threads", "1000000"}), 2, "--threads: \"1000000\" is not an integer in 1..");
  refused(call.run({"--dtype", "f16"}), 2, "--dtype \"f16\" cannot be measured; allowed: f32");
  refused(call.run({"--dtype", "zz"}), 2, "--dtype \"zz\" cannot be measured; allowed: f32");
  refused(call.run({"--set", "batch=0"}), 2, "--set batch: \"0\" has no unit; write \"batch=0 ns\"");
  refused(call.run({"--resume", "--overwrite"}), 2, "exclude each other");
  refused(run_program({"gemm", "4x4", "--backend", "reference"}), 2, "GEMM shape \"4x4\" is not MxNxK");
  refused(run_program({"gemm", "4x4x4", "--backend", "npu"}), 2, "backend \"npu\" is simulated");
  refused(run_program({"gemm", "4x4x4", "--backend", "refrence"}), 2, "did you mean \"reference\"?");
  refused(run_program({"gemm", "4x4x4", "--backend", "reference", "--selector", "mikpoly"}), 2, "runs no plans");

  const auto refused_on_cpu = [&](const std::vector<std::string>& flags, const std::string& message) {
    std::vector<std::string> arguments{"gemm", "40x40x40", "--backend", "cpu"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    refused(run_program(arguments), 2, message);
  };
  refused_on_cpu({"--selector", "wvae"}, "unknown selector \"wvae\"; did you mean \"wave\"?");
  refused_on_cpu({"--selector", "bucketed"},
                 "selector \"bucketed\" is for simulated machines, for it is tuned by their times; with backend cpu: "
                 "mikpoly, wave, pipe, makespan, oracle, ");
  refused_on_cpu({"--selector", "ranges-0"}, "selector \"ranges-0\": R = \"0\" is not a number of rows in 1..");
  refused_on_cpu({"--plan", "p1|I|none@0-40:0-40:0-40|max_min"}, "plan: kernel \"none\" is not among the");
  refused_on_cpu({"--plan", "no-such-file"}, "no-such-file: cannot read the file");
  refused_on_cpu({"--plan", "p1|I", "--selector", "wave"}, "exclude each other");
}

}  // namespace mikpoly::test
