#include "experiments/engine/experiment.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/yaml_reader.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/selector.hpp"
#include "experiments/engine/study.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

constexpr const char* kMinimal =
    "schema: experiment/v1\nname: small\nhardware: toy\nworkload: case-study\nselectors: [mikpoly]\npatterns: all\n";

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("mikpoly_experiment_test_" + std::to_string(::getpid()) + ".yaml")) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Experiment read(const std::string& text, const std::vector<std::string>& sets = {}) {
  return load_experiment(TemporaryFile(text).path(), sets);
}

// The message without the file's name.
std::string fault_of(const std::string& text) {
  const TemporaryFile file(text);
  try {
    load_experiment(file.path(), {});
  } catch (const ConfigError& error) {
    std::string message = error.what();
    for (std::size_t at = message.find(file.path()); at != std::string::npos; at = message.find(file.path())) {
      message.replace(at, file.path().size(), "F");
    }
    return message;
  }
  return "";
}

}  // namespace

TEST_CASE("A minimal experiment gets the defaults of the contract", "[experiment]") {
  const Experiment experiment = read(kMinimal);

  CHECK(experiment.name == "small");
  CHECK(experiment.space.hardware == std::vector<MachineChoice>{{.base = "toy"}});
  CHECK(experiment.space.dtype == DataType::f16);
  CHECK(experiment.space.backend.empty());
  CHECK(experiment.space.selection.limit == 0);
  REQUIRE(experiment.space.pattern_sets.size() == 1);
  CHECK(std::ssize(experiment.space.pattern_sets[0]) == std::ssize(patterns()));
  CHECK(experiment.library.parameters == TuningParameters{});
  CHECK(!experiment.regret_all);
  CHECK(experiment.seed == 1);
}

TEST_CASE("Lists, pattern sets, tuning and ablations are read", "[experiment]") {
  const Experiment experiment = read(
      "schema: experiment/v1\nname: full\nhardware: [toy, ascend910a]\nworkload: [deepbench, case-study]\n"
      "selectors: all\npatterns:\n  - [I]\n  - I,II\n  - I..III\n  - all\nlimit: 5\nregret_all: true\nseed: 9\n"
      "tuning: {n_gen: 4, n_mik: 8}\njudge: {warm: true, contention: false}\n");

  CHECK(experiment.space.hardware.size() == 2);
  CHECK(experiment.space.workloads.size() == 2);
  CHECK(experiment.space.selectors == selectors().names());
  REQUIRE(experiment.space.pattern_sets.size() == 4);
  CHECK(name_of(experiment.space.pattern_sets[0]) == "I");
  CHECK(name_of(experiment.space.pattern_sets[1]) == "I+II");
  CHECK(name_of(experiment.space.pattern_sets[2]) == "I+II+III");
  CHECK(largest_set(experiment.space.pattern_sets) == "all");
  CHECK(experiment.library.parameters.n_gen == 4);
  CHECK(experiment.library.parameters.n_syn == 12);
  CHECK(experiment.times.judge.warm);
  CHECK(!experiment.times.judge.contention);
  CHECK(experiment.times.judge.burst_cost);
}

TEST_CASE("The oracle's budget and the baselines' parameters are read, and written where they decide rows",
          "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: b\nhardware: toy\nworkload: case-study\npatterns: all\n"
      "selectors: [mikpoly, oracle, ranges, ranges-128, ranges-8192, symbolic, bucketed, stream_k]\n"
      "oracle: {budget: 12345}\nbaselines: {ranges: {most_m: 512, n: 64}, symbolic: {shape: 2x64x32x16}}\n";
  const Experiment experiment = read(text);

  CHECK(experiment.space.selectors[3] == "ranges-128");
  CHECK(experiment.settings.oracle_budget == 12345);
  CHECK(experiment.settings.range.most_m == 512);
  CHECK(experiment.settings.range.n == 64);
  CHECK(!experiment.settings.range.k);
  CHECK(experiment.settings.tuned_shape == GemmShape{64, 32, 16, 2});
  const std::string written = to_yaml(experiment);
  CHECK_THAT(written, Contains("oracle: {budget: 12345}\n"
                               "baselines: {ranges: {most_m: 512, n: 64}, symbolic: {shape: 2x64x32x16}}\n"));
  CHECK(to_yaml(read(written)) == written);
  CHECK_THAT(to_yaml(read(kMinimal)), !Contains("oracle:") && !Contains("baselines:"));
}

TEST_CASE("Faults of the baselines' parameters come with their places", "[experiment]") {
  const std::string fault = fault_of(
      "schema: experiment/v1\nname: b\nhardware: toy\nworkload: case-study\npatterns: all\n"
      "selectors: [ranges-0, bucketd]\noracle: {budget: -1}\n"
      "baselines: {ranges: {most_m: 0, m: 3}, symbolic: {shape: 0x4x4}, nimble: 3}\n");

  CHECK_THAT(fault, Contains("F:6:13: selectors[0]: selector \"ranges-0\": R = \"0\" is not a number of rows in 1.."));
  CHECK_THAT(fault, Contains("F:6:23: selectors[1]: unknown value \"bucketd\"; did you mean \"bucketed\"?"));
  CHECK_THAT(fault, Contains("F:7:18: oracle.budget: "));
  CHECK_THAT(fault, Contains("F:8:30: baselines.ranges.most_m: "));
  CHECK_THAT(fault, Contains("baselines.ranges.m: unknown key"));
  CHECK_THAT(fault, Contains("baselines.symbolic.shape: GEMM shape \"0x4x4\" computes nothing; give extents of 1 and "
                             "more"));
  CHECK_THAT(fault, Contains("nimble: unknown key"));
  CHECK_THAT(fault_of(std::string(kMinimal) + "baselines: {symbolic: {shape: \"\"}}\n"),
             Contains("F:7:31: baselines.symbolic.shape: GEMM shape \"\""));
}

TEST_CASE("--set replaces and adds values", "[experiment]") {
  const Experiment experiment = read(kMinimal, {"workload=deepbench", "limit=3", "selectors=[wave, pipe]"});

  CHECK(experiment.space.workloads == std::vector<std::string>{"deepbench"});
  CHECK(experiment.space.selection.limit == 3);
  CHECK(experiment.space.selectors == std::vector<std::string>{"wave", "pipe"});
}

TEST_CASE("All faults of a file come in one pass, each with its place", "[experiment]") {
  const std::string fault = fault_of(
      "schema: experiment/v1\nname: a/b\nhardware: toy\nworkload: []\nselectors: [mikpolly]\npatterns: [X]\nlimt: 3\n"
      "dtype: f17\n");

  CHECK_THAT(fault, Contains("F:2:7: name: "));
  CHECK_THAT(fault, Contains("F:4:11: workload: the list is empty; an experiment needs at least one"));
  CHECK_THAT(fault, Contains("F:5:13: selectors[0]: "));
  CHECK_THAT(fault, Contains("did you mean \"mikpoly\"?"));
  CHECK_THAT(fault, Contains("F:6:12: patterns[0]: "));
  CHECK_THAT(fault, Contains("F:7:1: limt: unknown key; did you mean \"limit\"?"));
  CHECK_THAT(fault, Contains("F:8:8: dtype: unknown data type \"f17\""));
}

TEST_CASE("The resolved form reads back as the same experiment", "[experiment]") {
  const Experiment experiment = read(
      "schema: experiment/v1\nname: full\ndescription: 'a \"b\" c'\nhardware: [toy]\nworkload: [case-study]\n"
      "selectors: [mikpoly, oracle]\npatterns:\n  - [I]\n  - all\nlimit: 5\nregret_all: true\nseed: 9\n"
      "backend: npu\ntuning: {n_gen: 4, n_mik: 8}\njudge: {zero_fill: true}\n");

  CHECK(to_yaml(read(to_yaml(experiment))) == to_yaml(experiment));
}

TEST_CASE("A variant of a machine has its name, its values and its own tuning", "[experiment]") {
  const Experiment experiment = read(
      "schema: experiment/v1\nname: small\nworkload: case-study\nselectors: [mikpoly]\npatterns: all\n"
      "tuning: {n_gen: 8}\nhardware:\n  - toy\n  - {name: fast, base: toy, set: [pe.clock=2 GHz]}\n"
      "  - {name: few, base: toy, tuning: {n_mik: 1}}\n");
  const Study study = prepare(experiment);

  REQUIRE(study.hardware.size() == 3);
  CHECK(study.hardware[0].accelerator.name == "toy");
  CHECK(study.hardware[1].accelerator.name == "fast");
  CHECK(study.hardware[1].accelerator.pe.clock_ghz == 2.0);
  CHECK(study.hardware[2].accelerator.pe.clock_ghz == study.hardware[0].accelerator.pe.clock_ghz);
  CHECK(library_of(study, 0).parameters == TuningParameters{.n_gen = 8});
  CHECK(library_of(study, 2).parameters == TuningParameters{.n_gen = 8, .n_mik = 1});
  CHECK(to_yaml(read(study.resolved)) == to_yaml(experiment));
}

TEST_CASE("A variant may have a name that is another thing to YAML", "[experiment]") {
  const Study study =
      prepare(read("schema: experiment/v1\nname: small\nworkload: case-study\nselectors: [mikpoly]\npatterns: all\n"
                   "hardware: [{name: \"null\", base: toy}, {name: \"1e3\", base: toy}]\n"));

  REQUIRE(study.hardware.size() == 2);
  CHECK(study.hardware[0].accelerator.name == "null");
  CHECK(study.hardware[1].accelerator.name == "1e3");
  CHECK_THAT(study.resolved,
             Contains("  - {name: \"null\", base: toy}\n") && Contains("  - {name: \"1e3\", base: toy}\n"));
}

TEST_CASE("A missing workload is told once", "[experiment]") {
  CHECK(fault_of("schema: experiment/v1\nname: small\nhardware: toy\nselectors: [mikpoly]\npatterns: all\n") ==
        "F:1:1: missing key \"workload\"");
}

TEST_CASE("A variant that is wrong is refused at its place", "[experiment]") {
  const std::string before =
      "schema: experiment/v1\nname: small\nworkload: case-study\nselectors: [mikpoly]\npatterns: all\n";

  CHECK(fault_of(before + "hardware: [{base: toy}]\n") == "F:6:12: hardware[0]: missing key \"name\"");
  CHECK_THAT(fault_of(before + "hardware: [{name: x, base: toi}]\n"),
             Contains("F:6:28: hardware[0].base: ") && Contains("did you mean \"toy\"?"));
  CHECK(fault_of(before + "hardware: [{name: x, base: toy, set: [pe.clock]}]\n") ==
        "F:6:39: hardware[0].set[0]: \"pe.clock\" is not PATH=VALUE such as \"pe.clock=1.2 GHz\"");
  CHECK_THAT(fault_of(before + "hardware: [toy, toy]\n"), Contains("F:6:17: hardware[1]: stands twice"));
}

TEST_CASE("A measured experiment names the machine that is here and the rules it is timed by", "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: small\nhardware: here\nworkload: case-study\ndtype: f32\nselectors: [mikpoly]\n"
      "patterns: [I]\n";
  const Study study = prepare(read(text));
  const Study ruled = prepare(read(text + "measure: {threads: 2, rounds: 3, round: 500 us}\n"));

  CHECK(study.measured);
  CHECK(study.hardware.front().accelerator.pe.isa == cpu::best_isa());
  CHECK_THAT(study.resolved, Contains("hardware:\n  - cpu-"));
  CHECK_THAT(study.resolved, Contains("measure: {threads: 1, rounds: 6, round: 8 ms}\n"));
  CHECK_THAT(ruled.resolved, Contains("measure: {threads: 2, rounds: 3, round: 500 us}\n"));
  CHECK(ruled.experiment.times.measure->round_ns == 500'000);
  CHECK_THAT(fault_of(text + "measure: {round: 1e12 s}\n"), Contains("measure.round: \"1e12 s\" is too large"));
  CHECK(to_yaml(read(ruled.resolved)) == to_yaml(ruled.experiment));
  CHECK(!prepare(read(kMinimal)).measured);
}

TEST_CASE("Simulated and measured machines do not share an experiment", "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: small\nworkload: case-study\ndtype: f32\nselectors: [mikpoly]\npatterns: [I]\n";

  CHECK_THROWS_WITH(prepare(read(text + "hardware: [here, toy]\n")),
                    Contains("is measured and \"toy\" is simulated; times of one experiment are of one source"));
  CHECK_THROWS_WITH(prepare(read(text + "hardware: toy\nbackend: cpu\n")),
                    Contains("hardware \"toy\" is not what backend cpu plans with"));
}

TEST_CASE("Selectors for simulated machines are refused on the cpu before anything runs", "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: small\nhardware: here\nworkload: case-study\ndtype: f32\npatterns: [I]\n";

  const std::string untuned = "its plans are not of whole tasks of the library";
  for (const auto& [name, reason] : std::vector<std::pair<std::string, std::string>>{
           {"stream_k", untuned}, {"vendor", untuned}, {"ranges-128", "it is tuned by their times"}}) {
    CHECK_THROWS_WITH(prepare(read(text + "selectors: [mikpoly, " + name + "]\n")),
                      "selector \"" + name + "\" is for simulated machines, for " + reason +
                          "; with backend cpu: mikpoly, wave, pipe, makespan, oracle, "
                          "default-tile, best-tile, first-ranked, makespan-bare, wave-by-pipe, pipe-throughput");
  }
}

TEST_CASE("An unknown selector is told as such and not as one that stands twice", "[experiment]") {
  const std::string fault = fault_of(
      "schema: experiment/v1\nname: small\nhardware: toy\nworkload: case-study\npatterns: all\n"
      "selectors: [mikpoly, orcale]\n");

  CHECK_THAT(fault, Contains("F:6:22: selectors[1]: unknown value \"orcale\"; did you mean \"oracle\"?") &&
                        !Contains("stands twice"));
}

TEST_CASE("The machine that is here does not count twice", "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: small\nworkload: case-study\ndtype: f32\nselectors: [mikpoly]\npatterns: [I]\n";

  CHECK_THROWS_WITH(prepare(read(text + fmt::format("hardware: [here, cpu-{}]\n", cpu::best_isa()))),
                    Contains("stands twice; its shapes would count twice"));
}

TEST_CASE("A limit takes shapes evenly, the first included", "[experiment]") {
  const Study whole = prepare(read(kMinimal));
  const Study part = prepare(read(kMinimal, {"limit=4"}));
  const std::int64_t all = point_count(whole);

  REQUIRE(point_count(part) == 4);
  CHECK(point_at(part, 0).item.id == point_at(whole, 0).item.id);
  CHECK(point_at(part, 2).item.id == point_at(whole, all * 2 / 4).item.id);
  CHECK(whole.hash != part.hash);
}

TEST_CASE("Points are numbered by machine, then workload, then shape", "[experiment]") {
  const Study study = prepare(
      read("schema: experiment/v1\nname: small\nhardware: [toy, ascend910a]\nworkload: [case-study, deepbench]\n"
           "limit: 3\nselectors: [mikpoly]\npatterns: [I]\n"));

  REQUIRE(point_count(study) == 2 * 2 * 3);
  for (std::int64_t number = 0; number < 12; ++number) {
    const Point point = point_at(study, number);
    CHECK(point.hardware == number / 6);
    CHECK(point.workload == number % 6 / 3);
    const std::vector<WorkloadItem>& items = study.workloads[static_cast<std::size_t>(point.workload)].items;
    CHECK(point.item.id == items[static_cast<std::size_t>(number % 3 * std::ssize(items) / 3)].id);
  }
}

TEST_CASE("The hash names the inputs and does not change by itself", "[experiment]") {
  const Study once = prepare(read(kMinimal));
  const Study again = prepare(read(kMinimal));

  CHECK(once.hash == again.hash);
  CHECK(once.hash.size() == 16);
  CHECK_THAT(once.resolved, Contains("# hardware toy: " + once.hardware[0].hash));
}

TEST_CASE("Every shipped experiment loads and names inputs that exist", "[experiment]") {
  const std::vector<std::string> names = config_names("experiments");
  REQUIRE(!names.empty());
  for (const std::string& name : names) {
    INFO(name);
    const Study study = prepare(load_experiment(name, {}));
    CHECK(study.experiment.name == name);
    CHECK(point_count(study) > 0);
  }
}

TEST_CASE("The numbers of tuning have the limits that tuning has", "[experiment]") {
  const std::string fault = fault_of(std::string(kMinimal) + "tuning: {n_gen: 1025, n_syn: 21}\n");

  CHECK_THAT(fault, Contains("tuning.n_gen: \"1025\" is not an integer in 1..1024"));
  CHECK_THAT(fault, Contains("tuning.n_syn: \"21\" is not an integer in 0..20"));
  CHECK(read(std::string(kMinimal) + "tuning: {n_gen: 1024}\n").library.parameters.n_gen == 1024);
}

TEST_CASE("Settings of selectors that are not among those of the experiment are warned of", "[experiment]") {
  const std::string text =
      "schema: experiment/v1\nname: b\nhardware: toy\nworkload: case-study\npatterns: all\n"
      "oracle: {budget: 7}\nbaselines: {symbolic: {shape: 4x4x4}}\n";

  const auto warnings_of = [&](const std::string& selectors) {
    Diagnostics diagnostics;
    static_cast<void>(
        read_experiment(parse_yaml(text + "selectors: " + selectors + "\n", "F", diagnostics), diagnostics));
    return diagnostics.warnings();
  };

  CHECK(warnings_of("[mikpoly, best-tile]") ==
        std::vector<std::string>{
            "F:6:9: oracle: says nothing here: oracle is not among the selectors",
            "F:7:12: baselines: says nothing here: neither ranges nor symbolic is among the selectors"});
  CHECK(warnings_of("[oracle, ranges-128]").empty());
  CHECK(warnings_of("[oracle, symbolic]").empty());
}

TEST_CASE("Selectors in place of the file's are those that its settings are warned of by", "[experiment]") {
  const TemporaryFile file(std::string(kMinimal) + "oracle: {budget: 7}\n");

  Diagnostics of_file;
  CHECK(load_experiment(file.path(), {}, of_file).space.selectors == std::vector<std::string>{"mikpoly"});
  CHECK(of_file.warnings() ==
        std::vector<std::string>{file.path() + ":7:9: oracle: says nothing here: oracle is not among the selectors"});

  const std::vector<std::string> chosen{"wave", "oracle"};
  Diagnostics of_chosen;
  CHECK(load_experiment(file.path(), {}, of_chosen, chosen).space.selectors == chosen);
  CHECK(of_chosen.warnings().empty());
}

TEST_CASE("A selector of one's own reads no settings, whatever its name begins with", "[experiment]") {
  CHECK(reads_oracle_settings({"wave", "oracle"}));
  CHECK_FALSE(reads_oracle_settings({"oracle-like", "best-tile"}));
  CHECK(reads_baselines({"wave", "ranges-16"}));
  CHECK_FALSE(reads_baselines({"symbolic-like", "bucketed"}));
}

TEST_CASE("A pattern that stands twice in a set is refused at its place", "[experiment]") {
  CHECK(fault_of("schema: experiment/v1\nname: small\nhardware: toy\nworkload: case-study\nselectors: [mikpoly]\n"
                 "patterns: [I, [I, I], \"I..III,II\"]\n") ==
        "F:6:15: patterns[1]: pattern \"I\" stands twice in \"I,I\"\n"
        "F:6:23: patterns[2]: pattern \"II\" stands twice in \"I..III,II\"");
}

}  // namespace mikpoly::lab
