// mikpoly bench: a backend and its peers on a workload, interleaved, on the wall clock.
//
// With --repeat N the program runs itself N times, one process after the other, each writing rows of its own; ratios
// are formed inside a process and their median is taken over the processes.
#include <algorithm>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/workload_loader.hpp"
#include "experiments/cli/bench_processes.hpp"
#include "experiments/cli/bench_report.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/measured_flags.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/measure/bench_columns.hpp"
#include "experiments/measure/bench_file.hpp"
#include "experiments/measure/bench_process.hpp"
#include "experiments/measure/bench_settings.hpp"
#include "experiments/measure/contestants.hpp"

namespace mikpoly::cli {
namespace {

namespace fs = std::filesystem;

/// Where the rows go.
struct BenchOutput {
  std::string folder = "out";
  bool resume = false;
  bool overwrite = false;
  bool no_figure = false;
};

struct BenchFlags {
  std::string workload;
  MeasuredFlags measured;
  std::string mode = "warm";
  std::int64_t limit = kMaxWorkloadItems;
  std::int64_t rounds = lab::SamplingRules{}.rounds;
  std::int64_t repeat = 1;
  std::vector<std::string> sets;
  BenchOutput output;
  std::vector<std::string> summary;
  std::int64_t process = 0;  ///< of the child that this is; 0: none
  std::string rows;          ///< file of the child's rows
};

/// The bench as asked for, ready to be measured.
struct Bench {
  lab::BenchSettings settings;
  std::vector<WorkloadItem> items;
  std::vector<lab::Contestant> contestants;
};

Bench bench_of(const BenchFlags& flags) {
  if (flags.workload.empty()) throw ConfigError("no workload given; a name in configs/workloads, or a path");
  Bench bench;
  const Workload workload = load_workload(flags.workload);
  if (flags.process == 0) {
    for (const std::string& notice : workload.notices) notify("notice: " + notice);
  }
  bench.settings.workload = workload.name;
  bench.settings.mode = lab::parse_mode(flags.mode);
  bench.settings.problem = problem_of(flags.measured);
  bench.settings.threads = flags.measured.threads;
  bench.settings.sampling.rounds = flags.rounds;
  for (const std::string& assignment : flags.sets) lab::apply_bench_setting(bench.settings, assignment);
  bench.items = lab::drawn_items(workload.items, flags.limit, bench.settings.seed);
  const auto quiet = [](const std::string&) {};
  bench.contestants = lab::make_contestants(flags.measured.backend, peers_of(flags.measured), flags.measured.threads,
                                            flags.process == 0 ? std::function(&notify) : quiet);
  return bench;
}

/// Returns: an exit code.
int measure(const BenchFlags& flags, Bench bench) {
  const lab::RunObserver observer = terminal_observer("shapes");
  observer.begins();
  const std::unique_ptr<lab::LimitMeter> meter = lab::make_limit_meter(bench.settings.threads);
  lab::ShapeBench shapes(bench.settings, std::move(bench.contestants), lab::steady_clock(), meter.get());
  const lab::BenchProcessSummary summary =
      lab::run_bench_process(shapes, bench.items, flags.process, flags.rows, observer);
  return summary.finished < summary.shapes ? exit_code_for(*observer.stop) : 0;
}

// The same command line again, for a child.
std::vector<std::string> arguments_of(const BenchFlags& flags) {
  const MeasuredFlags& measured = flags.measured;
  std::vector<std::string> words{"bench",     flags.workload,
                                 "--backend", measured.backend,
                                 "--threads", fmt::to_string(measured.threads),
                                 "--mode",    flags.mode,
                                 "--trans",   measured.trans,
                                 "--dtype",   measured.dtype,
                                 "--limit",   fmt::to_string(flags.limit),
                                 "--rounds",  fmt::to_string(flags.rounds)};
  if (!measured.peers.empty()) words.insert(words.end(), {"--peers", measured.peers});
  for (const std::string& assignment : flags.sets) words.insert(words.end(), {"--set", assignment});
  return words;
}

int measure_all(const BenchFlags& flags, const fs::path& folder, Bench bench) {
  fs::create_directories(folder / "processes");
  if (flags.repeat > 1) {
    bench.contestants.clear();  // their threads would be awake beside the children's
    return run_processes(arguments_of(flags), folder, flags.repeat);
  }
  BenchFlags only = flags;
  only.process = 1;
  only.rows = rows_file(folder, 1).string();
  return measure(only, std::move(bench));
}

lab::Manifest manifest_of(const BenchFlags& flags, const Bench& bench, const std::string& hash,
                          const std::string& command) {
  lab::Manifest manifest{
      .run = {.experiment = "bench-" + bench.settings.workload, .hash = hash, .seed = bench.settings.seed},
      .command = command,
      .started = lab::utc_now()};
  manifest.inputs["workload"] = fmt::format("{}, {} shapes", flags.workload, bench.items.size());
  manifest.inputs["settings"] = fmt::format("rounds={}, {}", flags.rounds, lab::bench_settings_text(bench.settings));
  for (const lab::Contestant& contestant : bench.contestants) {
    manifest.inputs["backend " + contestant.name] = contestant.backend->description();
  }
  return manifest;
}

void print_bench(const lab::BenchTable& table, Format format, const std::string& rows) {
  if (format == Format::csv) return print(rows);
  print(format == Format::json ? bench_json(table).dump(2) + "\n" : bench_text(table));
}

int exit_code_of(const lab::BenchTable& table) {
  for (const lab::BenchEntry& entry : table.entries) {
    if (entry.status == "failed") return kPointsFailed;
  }
  return 0;
}

int print_summary(const std::vector<std::string>& runs, Format format) {
  std::vector<lab::BenchTable> tables;
  std::string rows = lab::bench_header() + "\n";
  std::set<fs::path> seen;
  for (const std::string& run : runs) {
    const fs::path folder = lab::find_run(run);
    const fs::path file = folder / "bench.csv";
    if (!seen.insert(fs::weakly_canonical(file)).second) {
      throw ConfigError(fmt::format("run \"{}\" is given twice; its processes would count twice", run));
    }
    lab::check_results(folder, "bench.csv", "mikpoly bench");
    tables.push_back(lab::load_bench(file));
    rows += rows_without_header(file);
  }
  const lab::BenchTable table = lab::joined(tables);
  print_bench(table, format, rows);
  return exit_code_of(table);
}

int bench_and_report(const BenchFlags& flags, Format format, const std::string& command) {
  if (!flags.summary.empty()) return print_summary(flags.summary, format);
  const lab::Existing existing = existing_of(flags.output.resume, flags.output.overwrite);
  Bench bench = bench_of(flags);
  if (flags.process > 0) return measure(flags, std::move(bench));
  const std::string hash = content_hash(lab::canonical_text(bench.settings, bench.contestants, bench.items));
  lab::Manifest manifest = manifest_of(flags, bench, hash, command);
  const lab::RunFolder folder(flags.output.folder, manifest.run.experiment, hash, existing);
  for (const std::string& sentence : lab::damage_in(folder.path(), "bench.csv", "mikpoly bench")) notify(sentence);
  folder.write("run.json", to_json(manifest));
  folder.log(fmt::format("started: {}", command));
  const std::vector<WorkloadItem> items = bench.items;
  const int code = measure_all(flags, folder.path(), std::move(bench));
  if (code != 0) {
    notify(fmt::format("stopped; what was measured is in \"{}\", --resume goes on", folder.path().string()));
    return code;
  }
  std::vector<fs::path> files;
  for (std::int64_t process = 1; process <= flags.repeat; ++process) files.push_back(rows_file(folder.path(), process));
  const std::string rows = lab::merged_rows(files, items);
  folder.write("bench.csv", rows);
  manifest.results_hash = content_hash(rows);
  folder.write("run.json", to_json(manifest));
  const lab::BenchTable table = lab::load_bench(folder.path() / "bench.csv");
  print_bench(table, format, rows);
  if (!flags.output.no_figure) draw_bench_figures(folder.path());
  if (format == Format::text) print(fmt::format("\nrows in {}\n", (folder.path() / "bench.csv").string()));
  return exit_code_of(table);
}

// What was given together with --summary and would be ignored; the program's own flags have no name here.
void refuse_beside_summary(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name.empty() || name == "--summary" || name == "--format") continue;
    throw ConfigError(fmt::format("--summary measures nothing; {} is not for it", name));
  }
}

void add_output_flags(CLI::App& verb, BenchOutput& output) {
  verb.add_option("-o,--out", output.folder, "where the run folder goes")->type_name("DIR")->capture_default_str();
  verb.add_flag("--resume", output.resume, "go on with the shapes that are missing");
  verb.add_flag("--overwrite", output.overwrite, "remove the folder's run first");
  verb.add_flag("--no-figure", output.no_figure, "draw nothing");
}

}  // namespace

void add_bench_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<BenchFlags>();
  auto format = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("bench", "measure a backend against its peers on a workload");
  verb->add_option("workload", flags->workload, "a name in configs/workloads, or a path")->type_name("");
  add_measured_flags(*verb, flags->measured);
  verb->add_option("--mode", flags->mode, "warm, cold, first, prepared or packed")
      ->type_name("M")
      ->capture_default_str();
  const auto count = [&](const char* name, std::int64_t& value, std::int64_t most, const char* help) {
    return verb->add_option(name, value, help)->type_name("N")->check(integer_in(1, most));
  };
  count("--limit", flags->limit, kMaxWorkloadItems, "measure N shapes of the workload, drawn at random");
  count("--rounds", flags->rounds, 1000, "rounds of each contestant on each shape")->capture_default_str();
  count("--repeat", flags->repeat, 1000, "processes, one after the other; the scores are medians over them")
      ->capture_default_str();
  verb->add_option("--set", flags->sets,
                   fmt::format("change how it is measured: {}; may be repeated", lab::bench_settings_text({})))
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_output_flags(*verb, flags->output);
  verb->add_option("--summary", flags->summary, "measure nothing; score these runs, as processes of one")
      ->type_name("RUN...");
  count("--process", flags->process, 1000, "")->group("");  // the program calls itself with these two
  verb->add_option("--rows", flags->rows, "")->group("");
  add_format_flag(*verb, *format, kTextCsvJson);
  verb->footer(
      "Exit: 0 fine, 3 rows failed or values were wrong, 4 the backend is not here, 75 or 130 stopped "
      "(--resume goes on).\nExample: mikpoly bench peers-246 --backend eigen --peers openblas,blis --limit 2 --rounds "
      "2");
  verb->callback([verb, flags, format, &invocation] {
    if (!flags->summary.empty()) refuse_beside_summary(*verb);
    const std::string command = invocation.command;
    invocation.run = [flags, format, command] {
      return bench_and_report(*flags, parse_format(*format, kTextCsvJson), command);
    };
  });
}

}  // namespace mikpoly::cli
