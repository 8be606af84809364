// Study 01: what the cost models predict, what the simulator says, and what the clock says, for the same plans.
//
//   study_model_against_truth FOLDER [SHAPES]
//
// Writes FOLDER/results.csv, a row per shape, number of threads and selector, and FOLDER/run.json. README.md says what
// is measured and how; analyse.py and plots/model_against_truth.py read the rows.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/workload_loader.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/planner.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/measure/measured_oracle.hpp"
#include "experiments/measure/operand_sets.hpp"
#include "experiments/statistics.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {
namespace {

constexpr const char* kWorkload = "log-uniform-500";
constexpr double kMostMacs = 0x1p27;  // so that a run takes minutes
constexpr std::uint64_t kSeed = 7;
const std::vector<std::string> kPatterns{"I", "II", "III"};
const std::vector<std::string> kModels{"mikpoly", "makespan", "makespan-bare", "wave", "pipe"};
const SamplingRules kScoring{.round_ns = 4'000'000, .rounds = 6};
const ShortlistLimits kSearch{.factor = 1.5, .most = 64};
constexpr const char* kHeader =
    "problem_id,m,n,k,threads,selector,pattern,plan,predicted_us,predicted_makespan_us,predicted_makespan_bare_us,"
    "predicted_pipe_us,predicted_waves,simulated_us,time_us,time_source,time_iqr_us,samples,planning_us,regret,"
    "oracle_gap,candidates,near,searched\n";

/// A selector's plan, and what finding it took.
struct Pick {
  std::string selector;
  Plan plan;
  double planning_us = -1.0;  ///< of cost models only
  OracleFinding search;       ///< of those that measure
};

// Median of several plans of the shape with nothing remembered.
Pick planned(const Planner& planner, const std::string& selector, const GemmShape& shape) {
  constexpr int kTries = 15;
  std::vector<double> us;
  Pick pick{.selector = selector, .plan = {}, .planning_us = 0.0, .search = {}};
  for (int i = 0; i < kTries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    pick.plan = planner.plan(shape);
    us.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  pick.planning_us = quantile(us, 0.5);
  return pick;
}

/// One number of threads: the engine, the models and the simulated machine.
class Stand {
 public:
  explicit Stand(std::int64_t threads) : threads_(threads), engine_({.threads = threads, .pinned = true}) {}

  [[nodiscard]] std::string rows_of(const WorkloadItem& item);

 private:
  [[nodiscard]] std::vector<Pick> picks(const GemmProblem& problem);
  [[nodiscard]] std::map<std::string, Measurement> measured(const GemmProblem& problem, const std::vector<Pick>& picks);
  [[nodiscard]] std::string predictions(const Plan& plan, const KernelLibrary& library) const;
  [[nodiscard]] std::string simulated(const Plan& plan, const KernelLibrary& library) const;

  std::int64_t threads_;
  Engine engine_;
};

std::vector<Pick> Stand::picks(const GemmProblem& problem) {
  const KernelLibrary& library = engine_.library_for(problem);
  std::vector<Pick> all;
  for (const std::string& model : kModels) {
    all.push_back(
        planned(*make_planner(model, engine_.machine(), library, kPatterns), model, engine_.planned_shape(problem)));
  }
  all.push_back(planned(*make_planner("makespan", engine_.machine(), library, {"I"}), "makespan-I",
                        engine_.planned_shape(problem)));
  all.push_back({.selector = "engine", .plan = engine_.plan_for(problem), .planning_us = -1.0, .search = {}});
  const std::vector<std::pair<std::string, std::vector<std::string>>> searches{{"oracle", kPatterns},
                                                                               {"best-tile", {"I"}}};
  for (const auto& [name, patterns] : searches) {
    OracleFinding found = MeasuredOracle(engine_, problem, patterns, kSearch, kSeed).search();
    all.push_back({.selector = name, .plan = found.plan, .planning_us = -1.0, .search = found});
  }
  return all;
}

// Each plan once, whoever chose it, in rounds of their own: the search's samples do not score.
std::map<std::string, Measurement> Stand::measured(const GemmProblem& problem, const std::vector<Pick>& picks) {
  const KernelLibrary& library = engine_.library_for(problem);
  std::map<std::string, std::unique_ptr<PreparedGemm>> handles;
  for (const Pick& pick : picks) {
    std::unique_ptr<PreparedGemm>& handle = handles[to_text(pick.plan, library)];
    if (!handle) handle = engine_.prepare_plan(problem, pick.plan);
  }
  const OperandSets sets(problem, 1, kSeed);
  const GemmOperands operands = sets.operands(0);
  std::vector<Calls> calls;
  for (const auto& [text, handle] : handles) {
    calls.emplace_back([&prepared = *handle, operands](std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) prepared.run(operands);
    });
  }
  SplitMix64 order(kSeed);
  const std::vector<RoundSamples> rounds = interleaved(Sampler(kScoring, steady_clock()), calls, order);
  std::map<std::string, Measurement> times;
  std::size_t at = 0;
  for (const auto& [text, handle] : handles) times[text] = measurement_of(rounds[at++], 0, kScoring.rounds);
  return times;
}

// By mikpoly, makespan, makespan-bare, pipe (us) and wave (waves). An engine's plan that splits k is makespan's alone.
std::string Stand::predictions(const Plan& plan, const KernelLibrary& library) const {
  const auto predict = [&](const char* model) {
    return cost_models().find(model)(engine_.machine(), library)->cost(plan);
  };
  return fmt::format("{:.4f},{:.4f},{:.4f},{:.4f},{}", predict("mikpoly").microseconds(),
                     predict("makespan").microseconds(), predict("makespan-bare").microseconds(),
                     predict("pipe").microseconds(), predict("wave").count);
}

// The class's description, with tasks dealt out as the models take them to be.
std::string Stand::simulated(const Plan& plan, const KernelLibrary& library) const {
  const HardwareFile file =
      load_hardware(engine_.machine().name, {"dispatch.policy=static", fmt::format("pe.count={}", threads_)});
  const sim::Simulator simulator(file.accelerator, library, {.warm = true});
  return fmt::format("{:.4f}", simulator.run(plan).time.microseconds());
}

std::string Stand::rows_of(const WorkloadItem& item) {
  const GemmProblem problem{.shape = item.shape};
  if (engine_.plan_for(problem).region_count == 0) return "";  // so small that the engine makes no plan
  const KernelLibrary& library = engine_.library_for(problem);
  const std::vector<Pick> all = picks(problem);
  std::map<std::string, Measurement> times = measured(problem, all);
  double reference = 0.0;
  for (const Pick& pick : all) {
    if (pick.selector == "oracle") reference = times[to_text(pick.plan, library)].median.microseconds();
  }
  std::string rows;
  for (const Pick& pick : all) {
    const std::string text = to_text(pick.plan, library);
    const Measurement& time = times[text];
    const auto given = [](double value) { return value < 0.0 ? "" : fmt::format("{:.3f}", value); };
    rows += fmt::format("{},{},{},{},{},{},{},{},", item.id, item.shape.m, item.shape.n, item.shape.k, threads_,
                        pick.selector, pick.plan.pattern, text);
    rows += fmt::format("{},{},{:.4f},{},{:.4f},{},{},{:.4f},,", predictions(pick.plan, library),
                        simulated(pick.plan, library), time.median.microseconds(), name_of(time.source),
                        time.interquartile_range.microseconds(), time.samples, given(pick.planning_us),
                        time.median.microseconds() / reference);
    rows += pick.search.measured == 0
                ? ",,\n"
                : fmt::format("{},{},{}\n", pick.search.candidates, pick.search.near, pick.search.measured);
  }
  return rows;
}

void save_manifest(const std::string& folder, const std::string& started, std::int64_t shapes) {
  Manifest manifest;
  manifest.run.experiment = "01_model_against_truth";
  manifest.run.seed = kSeed;
  manifest.started = started;
  manifest.command = fmt::format("study_model_against_truth FOLDER {}", shapes);
  Engine engine({.threads = 1});
  manifest.inputs["kernel library"] = engine.library_for({.shape = {64, 64, 64}}).hash;
  for (const std::string& notice : engine.notices()) manifest.inputs[notice] = "";
  std::ofstream(folder + "/run.json") << to_json(manifest);
}

int run(const std::string& folder, std::int64_t shapes) {
  std::filesystem::create_directories(folder);
  const std::string started = utc_now();
  std::ofstream out(folder + "/results.csv");
  out << kHeader;
  std::vector<WorkloadItem> items;
  for (const WorkloadItem& item : load_workload(kWorkload).items) {
    if (item.shape.macs() <= kMostMacs && std::ssize(items) < shapes) items.push_back(item);
  }
  for (const std::int64_t threads : {1, 2}) {
    Stand stand(threads);
    for (const WorkloadItem& item : items) out << stand.rows_of(item) << std::flush;
    fmt::print(stderr, "{} shapes on {} threads\n", items.size(), threads);
  }
  save_manifest(folder, started, shapes);
  return out ? 0 : 2;
}

}  // namespace
}  // namespace mikpoly::lab

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: study_model_against_truth FOLDER [SHAPES]\n");
    return 2;
  }
  try {
    return mikpoly::lab::run(argv[1], argc > 2 ? std::atoll(argv[2]) : 200);
  } catch (const mikpoly::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.exit_code();
  }
}
