// mikpoly run: a sweep into OUT/<experiment>/<hash>/.
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/regret_table.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/measure/measured_laboratory.hpp"

namespace mikpoly::cli {
namespace {

constexpr int kPointsFailed = 3;
const std::vector<std::string> kFormats{"text", "csv", "json"};

struct RunFlags {
  std::string experiment;
  std::vector<std::string> sets;
  lab::RunOptions options;
  bool resume = false;
  bool overwrite = false;
  bool dry_run = false;
  std::string fail_if;
};

int print_estimate(const lab::Study& study, std::int64_t jobs) {
  const lab::RunEstimate estimate = lab::estimate(study, &lab::make_laboratory, jobs);
  print(fmt::format("{}: {} points, {} rows; about {} with {} {} (from {} points run now); nothing was written\n",
                    study.experiment.name, estimate.points, estimate.rows, duration_text(estimate.seconds),
                    estimate.jobs, estimate.jobs == 1 ? "job" : "jobs", estimate.sampled));
  return 0;
}

std::string whole_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void print_result(const lab::RunSummary& summary, const lab::RunTable& table, Format format) {
  const std::vector<lab::SelectorRows> groups = lab::by_selector(table);
  if (format == Format::csv) {
    print(whole_file(summary.folder / "results.csv"));
  } else if (format == Format::json) {
    const nlohmann::ordered_json json{{"folder", summary.folder.string()},  {"points", summary.points},
                                      {"resumed", summary.resumed},         {"rows", summary.rows},
                                      {"failed_rows", summary.failed_rows}, {"skipped_rows", summary.skipped_rows},
                                      {"wrong_rows", summary.wrong_rows},   {"selectors", json_of(groups)}};
    print(json.dump(2) + "\n");
  } else {
    print(text_of(groups));
    print(source_text(table));
    const std::string skipped = summary.skipped_rows == 0 ? "" : fmt::format(", {} skipped", summary.skipped_rows);
    print(fmt::format("\n{} points, {} rows, {} failed{}, {} with wrong values; in {}\n", summary.points, summary.rows,
                      summary.failed_rows, skipped, summary.wrong_rows, summary.folder.string()));
  }
}

int run_experiment(RunFlags flags, Format format) {
  if (flags.resume && flags.overwrite) throw ConfigError("--resume and --overwrite exclude each other; give one");
  const lab::Study study = lab::prepare(lab::load_experiment(flags.experiment, flags.sets));
  if (!flags.fail_if.empty()) check_gate(flags.fail_if, study.experiment.space.selectors);  // before the work
  if (flags.dry_run) return print_estimate(study, flags.options.jobs);
  flags.options.existing = flags.resume      ? lab::Existing::resume
                           : flags.overwrite ? lab::Existing::overwrite
                                             : lab::Existing::refuse;
  const lab::RunObserver observer = terminal_observer("points");
  const lab::RunSummary summary = lab::run_study(study, &lab::make_laboratory, flags.options, observer);
  if (summary.finished < summary.points) {
    notify(fmt::format("stopped after {} of {} points in \"{}\"; --resume goes on", summary.finished, summary.points,
                       summary.folder.string()));
    return exit_code_for(*observer.stop);
  }
  const lab::RunTable table = lab::load_run(summary.folder);
  print_result(summary, table, format);
  if (summary.failed_rows + summary.wrong_rows > 0) return kPointsFailed;
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
  verb->add_flag("--resume", flags->resume, "go on with the points that are missing");
  verb->add_flag("--overwrite", flags->overwrite, "remove the folder's run first");
  verb->add_flag("--dry-run", flags->dry_run, "print counts and an estimate of the time");
  verb->add_option("--fail-if", flags->fail_if, "gate, see below")->type_name("EXPR");
  add_format_flag(*verb, *format, kFormats);
  verb->footer(gate_help() +
               "\nExit: 0 fine, 3 points failed or values were wrong, 5 gate, 75 or 130 stopped (--resume goes on)."
               "\nExample: mikpoly run quickstart --out out --fail-if 'mikpoly.regret_p95 > 1.5'");
  verb->callback([flags, format, &invocation] {
    flags->options.command = invocation.command;
    invocation.run = [flags, format] { return run_experiment(*flags, parse_format(*format, kFormats)); };
  });
}

}  // namespace mikpoly::cli
