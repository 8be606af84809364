// mikpoly selfcheck: for who owns a device: are values right there, and how does the engine do against the vendor?
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "backends/cuda/cublas_lt.hpp"
#include "backends/cuda/cuda_engine.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/splitmix64.hpp"
#include "core/config/library_file.hpp"
#include "core/config/workload_loader.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/tune_cuda.hpp"
#include "experiments/cli/tune_journal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/cuda_tuning.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/measure/cuda_race.hpp"
#include "experiments/measure/mean_cases.hpp"
#include "experiments/measure/sampler.hpp"

namespace mikpoly::cli {
namespace {

struct SelfcheckFlags {
  std::string backend;
  std::string dtype = "f16";
  std::vector<std::string> workloads{"case-study", "mikpoly-1433"};
  std::int64_t minutes = 8;
  std::string out = "out";
};

/// What was found.
struct Findings {
  std::vector<lab::CaseResult> cases;
  std::vector<lab::RaceRow> rows;
  std::int64_t shapes = 0;    ///< of the workloads
  std::int64_t measured = 0;  ///< of them, before time was up
  std::string cublas;         ///< its version, or why it takes no part
};

// The library of a type and layout, made where there is none.
void provide_library(const HardwareFile& hardware, const GemmTypes& types, const std::string& layout) {
  const std::string path = cuda::library_path(hardware.accelerator.name, types.a, layout);
  if (std::filesystem::exists(path) && std::filesystem::exists(cuda::archive_path(path))) return;
  notify(fmt::format("no \"{}\": tuning it", path));
  const LibraryKey key = lab::cuda_library_key(hardware, types, {}, layout);
  const CudaCandidates candidates = cuda_candidates_here(hardware, key, path);
  save_library(keep_best(hardware.accelerator, candidates.tuning).library, path);
  if (!candidates.simulated) remove_journal(journal_of(path));
  if (const nlohmann::ordered_json code = compile_code(path, cuda::architecture_of(hardware));
      code.contains("missing")) {
    throw BackendUnavailable(code["missing"].get<std::string>());
  }
}

// Those of all workloads, each once: the first workload's in order, the others' at random, so that what is measured
// before time is up stands for all.
std::vector<GemmShape> shapes_of(const std::vector<std::string>& workloads) {
  std::vector<GemmShape> shapes;
  SplitMix64 random(1);
  for (const std::string& name : workloads) {
    const Workload workload = load_workload(name);
    std::vector<std::int64_t> order = lab::shuffled(std::ssize(workload.items), random);
    if (shapes.empty()) std::ranges::sort(order);
    for (const std::int64_t i : order) {
      const GemmShape& shape = workload.items[static_cast<std::size_t>(i)].shape;
      if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(shape);
    }
  }
  return shapes;
}

void race(cuda::CudaEngine& engine, const GemmTypes& types, const SelfcheckFlags& flags, Findings& findings) {
  std::unique_ptr<cuda::CublasLt> cublas;
  findings.cublas = cuda::CublasLt::missing();
  if (findings.cublas.empty()) {
    cublas = std::make_unique<cuda::CublasLt>(engine.device());
    findings.cublas = cublas->name();
  }
  lab::CudaRace race(engine, {.types = types}, cublas.get());
  const std::vector<GemmShape> shapes = shapes_of(flags.workloads);
  findings.shapes = std::ssize(shapes);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(flags.minutes);
  for (const GemmShape& shape : shapes) {
    if (stop_signal() != 0 || std::chrono::steady_clock::now() > end) return;
    std::ranges::move(race.run(shape), std::back_inserter(findings.rows));
    ++findings.measured;
  }
}

std::string cases_text(const std::vector<lab::CaseResult>& cases) {
  std::string text;
  std::int64_t passed = 0;
  for (const lab::CaseResult& each : cases) {
    if (each.disposition == "passed") {
      ++passed;
    } else {
      text += fmt::format("  {}: {}: {}\n", each.disposition, each.what, each.reason);
    }
  }
  return fmt::format("values: {} of {} mean cases passed\n{}", passed, cases.size(), text);
}

std::string scores_text(const Findings& findings) {
  std::string text = fmt::format("\ntimes: {} of {} shapes; {}\n", findings.measured, findings.shapes, findings.cublas);
  std::vector<TableRow> rows;
  for (const lab::RaceScore& score : lab::race_scores(findings.rows)) {
    rows.push_back({score.contestant, fmt::to_string(score.shapes), fmt::format("{:.3f}", score.geomean),
                    fmt::format("{:.3f}", score.least), to_text(score.worst)});
  }
  if (rows.empty()) return text;
  return text + "its time over ours; above 1 we are faster\n" +
         aligned({"against", "shapes", "geomean", "least", "at"}, rows, 1, 1);
}

// race.csv, cublas.csv and run.json. Returns: where they are.
std::filesystem::path write_findings(const Findings& findings, const cuda::CudaEngine& engine, const GemmTypes& types,
                                     const SelfcheckFlags& flags, lab::Manifest manifest) {
  std::string rows = lab::race_header();
  for (const lab::RaceRow& row : findings.rows) rows += lab::race_record(row, types, "NN");
  manifest.run = {.experiment = "selfcheck-cuda", .hash = content_hash(manifest.started + engine.description())};
  manifest.inputs["backend cuda"] = engine.description();
  manifest.inputs["cublas"] = findings.cublas;
  manifest.inputs["dtype"] = flags.dtype;
  manifest.inputs["shapes"] = fmt::format("{} of {}", findings.measured, findings.shapes);
  manifest.results_hash = content_hash(rows);
  const lab::RunFolder folder(flags.out, manifest.run.experiment, manifest.run.hash, lab::Existing::refuse);
  folder.write("race.csv", rows);
  folder.write("cublas.csv", lab::race_table(findings.rows, lab::kCublas, types));
  folder.write("run.json", to_json(manifest));
  return folder.path();
}

int check_device(const SelfcheckFlags& flags, const std::string& command) {
  if (flags.backend != lab::kCudaBackend) {
    throw ConfigError(
        fmt::format("selfcheck is for backend cuda, not \"{}\"; gemm and bench check the others", flags.backend));
  }
  lab::Manifest manifest{.command = command, .started = lab::utc_now()};
  const HardwareFile hardware = cuda::hardware_of(cuda::Driver::open().device());
  const GemmTypes types = lab::types_on(hardware.accelerator, parse_data_type(flags.dtype));
  remember_stop_signals();
  for (const char* layout : {"NN", "NT", "TN", "TT"}) provide_library(hardware, types, layout);
  cuda::CudaEngine engine;
  Findings findings;
  for (const lab::MeanCase& mean : lab::mean_cases(types)) findings.cases.push_back(lab::check_case(engine, mean));
  print(fmt::format("{}, {}\n", engine.description(), flags.dtype) + cases_text(findings.cases));
  race(engine, types, flags, findings);
  print(scores_text(findings));
  const std::filesystem::path folder = write_findings(findings, engine, types, flags, std::move(manifest));
  print(
      fmt::format("\ntimes in {0}/race.csv; cuBLAS's alone in {0}/cublas.csv, a table for\n"
                  "  mikpoly validate --hardware {1} --table {0}/cublas.csv\n",
                  folder.string(), hardware.accelerator.name));
  const bool wrong = std::ranges::any_of(findings.cases, [](const auto& each) { return each.disposition == "failed"; });
  return wrong ? kPointsFailed : 0;
}

}  // namespace

void add_selfcheck_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<SelfcheckFlags>();
  CLI::App* verb = app.add_subcommand("selfcheck", "a GPU owner's check: values, and times against cuBLAS");
  verb->add_option("--backend", flags->backend, "cuda")->required()->type_name("B");
  verb->add_option("--dtype", flags->dtype, "f16, bf16, tf32 or f32")->type_name("T")->capture_default_str();
  verb->add_option("--workload", flags->workloads, "whose shapes are measured; may be repeated")
      ->type_name("W")
      ->allow_extra_args(false)
      ->capture_default_str();
  verb->add_option("--minutes", flags->minutes, "how long is measured at most")
      ->type_name("N")
      ->check(integer_in(0, 1000))
      ->capture_default_str();
  verb->add_option("-o,--out", flags->out, "where the folder of results goes")->type_name("DIR")->capture_default_str();
  verb->footer(
      "Tunes libraries that are missing first, with the device's own times.\n"
      "Exit: 0 fine, 3 values were wrong, 4 there is no device, or it failed.\n"
      "Example: mikpoly selfcheck --backend cuda");
  verb->callback([flags, &invocation] {
    invocation.run = [flags, command = invocation.command] { return check_device(*flags, command); };
  });
}

}  // namespace mikpoly::cli
