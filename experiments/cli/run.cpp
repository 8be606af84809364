// mikpoly run: a sweep into OUT/<experiment>/<hash>/.
#include <fstream>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/diagnostics.hpp"
#include "core/config/text_file.hpp"
#include "core/config/units.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/regret_table.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/failures.hpp"
#include "experiments/engine/run_estimate.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/laboratories/laboratories.hpp"

namespace mikpoly::cli {
namespace {

/// What is done with a folder that is there, or without one.
struct RunMode {
  bool resume = false;
  bool overwrite = false;
  bool dry_run = false;
};

struct RunFlags {
  std::string experiment;
  std::vector<std::string> sets;
  lab::RunOptions options;
  std::string shard;
  std::string max_memory;
  RunMode mode;
  std::string fail_if;
};

int print_estimate(const lab::Study& study, const lab::RunOptions& options, Format format) {
  const lab::RunEstimate estimate = lab::estimate(study, &lab::make_laboratory, options.shard, options.jobs);
  if (format == Format::json) {
    const nlohmann::ordered_json json{{"experiment", study.experiment.name},
                                      {"points", estimate.points},
                                      {"rows", estimate.rows},
                                      {"jobs", estimate.jobs},
                                      {"seconds", estimate.seconds},
                                      {"memory_bytes", estimate.memory_bytes},
                                      {"disk_bytes", estimate.disk_bytes},
                                      {"points_run", estimate.sampled}};
    print(json.dump(2) + "\n");
    return 0;
  }
  print(
      fmt::format("{}: {} points, {} rows; about {} with {} {} and {} of memory, {} on disk (from {} points run now); "
                  "nothing was written\n",
                  study.experiment.name, estimate.points, estimate.rows, duration_text(estimate.seconds), estimate.jobs,
                  estimate.jobs == 1 ? "job" : "jobs", size_text(estimate.memory_bytes), size_text(estimate.disk_bytes),
                  estimate.sampled));
  return 0;
}

// Before the work; the estimate runs some points.
void refuse_beyond(const std::string& most, const lab::Study& study, const lab::RunOptions& options) {
  const ParsedQuantity parsed = parse_quantity(most, {Dimension::bytes}, "--max-memory ");
  if (!parsed.fault.empty()) throw ConfigError(fmt::format("--max-memory: {}", parsed.fault));
  const double needed = lab::estimate(study, &lab::make_laboratory, options.shard, options.jobs).memory_bytes;
  if (needed <= parsed.quantity.value) return;
  throw ConfigError(
      fmt::format("the run needs about {} of memory, more than --max-memory \"{}\"; --shard I/N takes a part",
                  size_text(needed), most));
}

void print_file(const std::filesystem::path& path) {
  std::ifstream in = open_text_file(path.string());
  std::string block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), std::ssize(block)) || in.gcount() > 0) {
    print(block.substr(0, static_cast<std::size_t>(in.gcount())));
  }
}

void print_result(const lab::RunSummary& summary, const lab::RunTable& table, Format format) {
  const std::vector<lab::SelectorRows> groups = lab::by_selector(table);
  if (format == Format::csv) {
    print_file(summary.folder / "results.csv");
  } else if (format == Format::json) {
    const nlohmann::ordered_json json{{"folder", summary.folder.string()},    {"points", summary.points},
                                      {"resumed", summary.resumed},           {"rows", summary.counts.rows},
                                      {"failed_rows", summary.counts.failed}, {"skipped_rows", summary.counts.skipped},
                                      {"wrong_rows", summary.counts.wrong},   {"selectors", json_of(groups)}};
    print(json.dump(2) + "\n");
  } else {
    print(text_of(groups));
    print(source_text(table));
    print(fmt::format("\n{} points, {}; in {}\n", summary.points, text_of(summary.counts), summary.folder.string()));
  }
}

int run_experiment(RunFlags flags, Format format) {
  flags.options.existing = existing_of(flags.mode.resume, flags.mode.overwrite);
  if (!flags.shard.empty()) flags.options.shard = lab::parse_shard(flags.shard);
  Diagnostics diagnostics;
  lab::Experiment experiment = lab::load_experiment(flags.experiment, flags.sets, diagnostics);
  for (const std::string& warning : diagnostics.warnings()) notify("warning: " + warning);
  const lab::Study study = lab::prepare(std::move(experiment));
  for (const Workload& workload : study.workloads) {
    for (const std::string& notice : workload.notices) notify("notice: " + notice);
  }
  if (!flags.fail_if.empty()) check_gate(flags.fail_if, study.experiment.space.selectors);  // before the work
  if (!flags.max_memory.empty()) refuse_beyond(flags.max_memory, study, flags.options);
  if (flags.mode.dry_run) return print_estimate(study, flags.options, format);
  const lab::RunObserver observer = terminal_observer("points");
  const lab::RunSummary summary = lab::run_study(study, &lab::make_laboratory, flags.options, observer);
  if (summary.finished < summary.points) {
    notify(fmt::format("stopped after {} of {} points in \"{}\"; --resume goes on", summary.finished, summary.points,
                       summary.folder.string()));
    return exit_code_for(*observer.stop);
  }
  const lab::RunTable table = lab::load_run(summary.folder);
  print_result(summary, table, format);
  if (summary.counts.failed + summary.counts.wrong > 0) {
    constexpr std::int64_t kMostReasons = 3;
    for (const std::string& sentence : lab::failure_sentences(lab::by_selector(table), kMostReasons)) notify(sentence);
    return kPointsFailed;
  }
  if (flags.fail_if.empty()) return 0;
  const std::vector<std::string> findings = gate_findings(flags.fail_if, table, first_selector(table));
  for (const std::string& finding : findings) notify(finding);
  return findings.empty() ? 0 : kGateTripped;
}

}  // namespace

void add_run_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<RunFlags>();
  auto format = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("run", "run an experiment over hardware, workloads and selectors");
  verb->add_option("experiment", flags->experiment, "a name in configs/experiments, or a path")
      ->required()
      ->type_name("");
  verb->add_option("--out", flags->options.out, "where the run folder goes")->type_name("DIR")->capture_default_str();
  verb->add_option("--set", flags->sets, "change a value of the experiment, e.g. workload=log-uniform; may be repeated")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  flags->options.jobs = std::max<std::int64_t>(1, std::thread::hardware_concurrency());
  verb->add_option("--jobs", flags->options.jobs,
                   "points at once; simulated results do not depend on it, measured points run one at a time")
      ->type_name("N")
      ->check(integer_in(1, 4096))
      ->default_str("cores");
  verb->add_option("--shard", flags->shard,
                   "every Nth point from the Ith on, into a folder of its own; auto: this task of a Slurm job array")
      ->type_name("I/N");
  verb->add_option("--max-memory", flags->max_memory, "refuse a run that would need more, e.g. \"1 GiB\"")
      ->type_name("SIZE");
  verb->add_flag("--resume", flags->mode.resume, "go on with the points that are missing");
  verb->add_flag("--overwrite", flags->mode.overwrite, "remove the folder's run first");
  verb->add_flag("--dry-run", flags->mode.dry_run, "print counts and estimates of time, disk and memory");
  verb->add_option("--fail-if", flags->fail_if, "gate, see below")->type_name("EXPR");
  add_format_flag(*verb, *format, kTextCsvJson);
  verb->footer(gate_help() +
               "\nExit: 0 fine, 3 points failed or values were wrong, 5 gate, 75 or 130 stopped (--resume goes on)."
               "\nExample: mikpoly run quickstart --out out --fail-if 'mikpoly.regret_p95 > 1.5'");
  verb->callback([flags, format, &invocation] {
    flags->options.command = invocation.command;
    invocation.run = [flags, format] { return run_experiment(*flags, parse_format(*format, kTextCsvJson)); };
  });
}

}  // namespace mikpoly::cli
